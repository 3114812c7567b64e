/** Brings the packages that `package-lock.json` names, Node 24 among them, and knows when there is nothing to do. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { notWritable, takeInstallLock } from './install-lock.mjs';
import { node24Path, packagedNode } from './node24.mjs';
import { runNpm } from './npm.mjs';
import { Hindrance, projectFolder } from './project.mjs';

const lockFile = join(projectFolder, 'package-lock.json');
const packagesFolder = join(projectFolder, 'node_modules');
const stampFile = join(packagesFolder, '.mainshaft-install.json');
const machine = `${process.platform}-${process.arch}`;

const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-progress', '--loglevel=error'];
/** npm's own patience with an absent network is over a minute of silence. */
const patience = ['--fetch-retries=2', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=8000'];

/**
 * Makes sure that the packages are there as `package-lock.json` has them: installs them if they are missing or of
 * another lock file, in one process at a time. With nothing to do it costs a few milliseconds and prints nothing.
 * Progress goes to standard error.
 *
 * @param {{ dev: boolean }} options `dev`: also the packages that only developing and testing need. An installation
 *   that has them is good for both.
 * @throws {Hindrance} that says what is in the way and what to do
 */
export async function ensureInstalled({ dev }) {
  // Read once: what is compared is then also what is stamped.
  const lockText = readFileSync(lockFile, 'utf8');
  const hash = createHash('sha256').update(lockText).digest('hex');
  if (isStamped(hash, dev)) return;

  const packages = Object.entries(JSON.parse(lockText).packages).filter(([path]) => path !== '');
  // Someone may have run npm by hand: what fits is left as it is.
  if (missingPackages(packages, dev).length > 0) await installInTurn(packages, dev);
  stamp({ hash, machine, dev: missingPackages(packages, true).length === 0 });
}

/** Installs what is missing, unless a process that had the turn before has done so. */
async function installInTurn(packages, dev) {
  const turn = await takeInstallLock((pid) =>
    console.error(`Another process (${pid}) is installing the packages; waiting for it.`),
  );
  try {
    const missing = missingPackages(packages, dev);
    if (missing.length > 0) await bringPackages(packages, dev, turn);
  } finally {
    turn.giveBack();
  }
}

async function bringPackages(packages, dev, turn) {
  removeStamp();
  const withDev = dev || Object.values(installedPackages()).some((entry) => entry.dev === true);
  const dependencies = [withDev ? '--include=dev' : '--omit=dev', '--include=optional'];
  // Adds what is missing. `npm ci` would first delete what a running shop is using.
  const addition = ['install', '--no-save', ...dependencies];
  const onlyDevMissing = dev && missingPackages(packages, false).length === 0;
  const command = onlyDevMissing ? addition : ['ci', ...dependencies];
  await runInstallation(command, { packages, withDev, turn, node: process.execPath });
  // npm leaves out optional packages whose `engines` refuse the Node that npm runs on: those come with Node 24.
  if (missingPackages(packages, withDev).length > 0 && existsSync(node24Path())) {
    await runInstallation(addition, { packages, withDev, turn, node: node24Path() });
  }
  const missing = missingPackages(packages, dev);
  if (missing.length > 0) {
    throw new Hindrance(
      `After the installation ${missing.slice(0, 3).join(', ')} ${missing.length === 1 ? 'is' : 'are'} still missing.\n` +
        'Delete node_modules and start again; if it stays so, look for an "omit" or "os" setting in your .npmrc.',
    );
  }
}

async function runInstallation(command, { packages, withDev, turn, node }) {
  const expected = packages.filter(([, entry]) => isForHere(entry) && (withDev || !isDevOnly(entry)));
  const beganAtMs = Date.now();
  const seconds = () => Math.round((Date.now() - beganAtMs) / 1000);
  const npm = runNpm([...command, ...quiet, ...patience], { node });
  turn.shareWith(npm.pid);
  let interrupted = false;
  const interrupt = (signal) => {
    interrupted = true;
    npm.stop(signal);
  };
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  let last = { arrived: -1, atSeconds: 0 };
  const progress = showProgress(() => {
    const arrived = expected.filter(([path]) => existsSync(join(projectFolder, path, 'package.json'))).length;
    if (arrived !== last.arrived) last = { arrived, atSeconds: seconds() };
    const hint = seconds() - last.atSeconds < 20 ? '' : '; nothing arrives, is there a network?';
    return `Installing packages: ${arrived} of ${expected.length} (${seconds()} s${hint})`;
  });
  const { code, output } = await npm.done.finally(() => {
    progress.end();
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  });
  if (interrupted) throw new Hindrance('The installation was interrupted. Start again to finish it.');
  if (code !== 0) throw explain(output);
  console.error(`Installed in ${seconds()} s.`);
}

/** In a terminal one line that is written over; elsewhere a line every few seconds. */
function showProgress(line) {
  const terminal = process.stderr.isTTY === true;
  const show = () => process.stderr.write(terminal ? `\r\u001b[2K${line()}` : `${line()}\n`);
  show();
  const timer = setInterval(show, terminal ? 500 : 5_000);
  return {
    end() {
      clearInterval(timer);
      if (terminal) process.stderr.write('\r\u001b[2K');
    },
  };
}

/** The names of packages of the lock file that this machine needs and doesn't have in the locked version. */
function missingPackages(packages, dev) {
  const present = installedPackages();
  return packages
    .filter(([, entry]) => isForHere(entry) && (dev || !isDevOnly(entry)))
    .filter(
      ([path, entry]) =>
        present[path]?.version !== entry.version || !existsSync(join(projectFolder, path, 'package.json')),
    )
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length));
}

/** npm's own note of what it installed, by path. */
function installedPackages() {
  try {
    return JSON.parse(readFileSync(join(packagesFolder, '.package-lock.json'), 'utf8')).packages;
  } catch {
    return {};
  }
}

function isDevOnly(entry) {
  return entry.dev === true || entry.devOptional === true;
}

/** Whether an entry of the lock file belongs on this machine. */
function isForHere(entry) {
  if (entry.optional !== true && entry.devOptional !== true) return true;
  // An optional package that names no platform hangs below one that does; whether npm brings it is npm's business.
  if (entry.os === undefined && entry.cpu === undefined) return false;
  const libc = packagedNode() === undefined ? 'musl' : 'glibc';
  return allows(entry.os, process.platform) && allows(entry.cpu, process.arch) && allows(entry.libc, libc);
}

function allows(list, value) {
  if (list === undefined) return true;
  const values = [list].flat();
  if (values.includes(`!${value}`)) return false;
  return values.includes(value) || values.every((each) => each.startsWith('!'));
}

function readStamp() {
  try {
    return JSON.parse(readFileSync(stampFile, 'utf8'));
  } catch {
    return undefined;
  }
}

function isStamped(hash, dev) {
  const found = readStamp();
  return found?.hash === hash && found.machine === machine && (found.dev || !dev) && existsSync(node24Path());
}

function stamp(content) {
  try {
    writeFileSync(stampFile, `${JSON.stringify(content)}\n`);
  } catch (error) {
    // The packages fit but belong to someone else: then they are compared again at each start.
    if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error;
  }
}

function removeStamp() {
  try {
    rmSync(stampFile, { force: true });
  } catch (error) {
    throw notWritable(error);
  }
}

/** What npm's output means to the one who reads it. */
function explain(output) {
  const said = output
    .split('\n')
    .filter((line) => /^npm (error|ERR!) \S/.test(line) && !/complete log/.test(line))
    .slice(0, 8)
    .join('\n');
  const [advice] =
    [
      [
        'The package registry could not be reached. Check the network, or the proxy (HTTPS_PROXY) and registry settings of npm, and start again.',
        /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|SELF_SIGNED|UNABLE_TO_|CERT_/,
      ],
      ['The disk is full: the packages need about 1 GB. Make room and start again.', /ENOSPC/],
      ['package.json and package-lock.json differ. Run `npm install` once, then start again.', /EUSAGE/],
      ['The registry does not have a locked package. Check the registry setting of npm.', /E404|ETARGET/],
      [
        'A package did not arrive as it was locked. Start again; if it stays so, check what lies between you and the registry.',
        /EINTEGRITY/,
      ],
    ].find(([, pattern]) => pattern.test(output)) ?? [];
  if (/EACCES|EPERM|EROFS/.test(output)) return notWritable(new Error(said));
  return new Hindrance(
    `The packages could not be installed.${advice ? `\n${advice}` : ''}\n\n${said || output.trim()}`,
  );
}
