/** The Node that the shop runs on: version 24 from the project's own packages, whatever Node started the script. */
import { spawn } from 'node:child_process';
import { accessSync, chmodSync, constants, existsSync, readFileSync } from 'node:fs';
import { constants as osConstants } from 'node:os';
import { dirname, join } from 'node:path';
import { Hindrance, projectFolder } from './project.mjs';

/** The package that has Node 24 for this machine, and the loader that its binary needs; undefined where there is none. */
export function packagedNode() {
  const loader = { x64: '/lib64/ld-linux-x86-64.so.2', arm64: '/lib/ld-linux-aarch64.so.1' }[process.arch];
  // Without that loader (Alpine, for one) the binary is there but doesn't run.
  if (process.platform !== 'linux' || loader === undefined || !existsSync(loader)) return undefined;
  return `node-linux-${process.arch}`;
}

/**
 * The path of the Node 24 (or later) binary; the file is there once the packages are installed.
 *
 * @throws {Hindrance} where the packages hold none for this machine and the running Node is older
 */
export function node24Path() {
  const name = packagedNode();
  if (name === undefined) {
    if (Number.parseInt(process.versions.node, 10) >= 24) return process.execPath;
    throw new Hindrance(
      `The shop needs Node 24. For this machine (${process.platform} ${process.arch}) it doesn't come with the packages, ` +
        `and the Node that runs is ${process.version}.\nInstall Node 24 (https://nodejs.org) and start again.`,
    );
  }
  return join(projectFolder, 'node_modules', name, 'bin', 'node');
}

/** The path of a Node 24 that can be run; some ways of copying a project lose the executable bit. */
function executableNode24() {
  const path = node24Path();
  try {
    accessSync(path, constants.X_OK);
  } catch {
    try {
      chmodSync(path, 0o755);
    } catch (cause) {
      throw new Hindrance(`${path} can't be run (${cause.message}). Delete node_modules and start again.`);
    }
  }
  return path;
}

/**
 * Runs Node 24 in the project's folder and ends this process as that one ended.
 *
 * @param {string[]} args
 * @param {{ env?: Record<string, string>, stdio?: import('node:child_process').StdioOptions }} [options] `env` is
 *   added to this process's own
 * @returns {Promise<never>}
 */
export async function runNode24(args, options = {}) {
  const { code, signal } = await spawnUntilEnd(executableNode24(), args, options);
  if (signal !== null) {
    // Ended by a signal, so this process ends by it too: who waits for us learns the truth.
    process.kill(process.pid, signal);
    process.exit(128 + (osConstants.signals[signal] ?? 0));
  }
  process.exit(code ?? 1);
}

/**
 * Runs a command line of `package.json` (such as `biome check .`) with Node 24 and the packages' commands first in PATH.
 *
 * @param {string} line
 * @returns {Promise<number>} its exit code
 */
export async function runCommandLine(line) {
  const path = [
    dirname(executableNode24()),
    join(projectFolder, 'node_modules', '.bin'),
    process.env.PATH ?? '',
  ];
  const { code } = await spawnUntilEnd('/bin/sh', ['-c', line], { env: { PATH: path.join(':') } });
  return code ?? 1;
}

function spawnUntilEnd(command, args, { env = {}, stdio = 'inherit' }) {
  const child = spawn(command, args, {
    cwd: projectFolder,
    stdio,
    // Compiled code is kept between starts, which makes later ones faster.
    env: {
      NODE_COMPILE_CACHE: join(projectFolder, 'node_modules', '.cache', 'node'),
      ...process.env,
      ...env,
    },
  });
  const stopForwarding = forwardSignals(child);
  return new Promise((resolve, reject) => {
    child.once('error', (cause) => {
      stopForwarding();
      reject(new Hindrance(`${command} could not be started: ${cause.message}`));
    });
    child.once('exit', (code, signal) => {
      stopForwarding();
      resolve({ code, signal });
    });
  });
}

/**
 * Hands the first of each stopping signal on to the child. Ctrl-C in a terminal is the exception: the terminal sends it
 * to every process in the foreground, so the child has it already, and a second one would mean "at once".
 */
function forwardSignals(child) {
  const sent = new Set();
  const handlers = ['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => {
    const handler = () => {
      if (sent.has(signal) || (signal === 'SIGINT' && isInForeground())) return;
      sent.add(signal);
      child.kill(signal);
    };
    process.on(signal, handler);
    return () => process.off(signal, handler);
  });
  return () => {
    for (const off of handlers) off();
  };
}

/** Whether this process is in the foreground group of a terminal. */
function isInForeground() {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    const [, , group, , , foregroundGroup] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return group === foregroundGroup;
  } catch {
    return Boolean(process.stdin.isTTY);
  }
}
