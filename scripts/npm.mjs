/** Finds npm and runs it for an installation, undisturbed by an npm that may have started this process. */
import { spawn } from 'node:child_process';
import { accessSync, constants, existsSync, mkdtempSync, realpathSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { Hindrance, projectFolder } from './project.mjs';

/**
 * Settings of an outer npm that say where packages come from and how to reach them. Only these are handed on: the
 * others (`npm_config_omit`, `npm_config_prefix`, `npm_config_loglevel` from `npm start --silent` …) would change
 * what is installed, or where.
 */
const settingsToKeep =
  /^(registry|proxy|http_proxy|https_proxy|noproxy|ca|cafile|cert|key|strict_ssl|cache|userconfig|globalconfig|local_address|maxsockets|offline|prefer_offline|fetch_.*|@.*|\/\/.*)$/i;

/**
 * Runs one npm command in the project and gathers what it says.
 *
 * @param {string[]} args
 * @param {{ node: string, folder?: string }} options `node`: the Node binary that npm runs on; npm leaves out optional
 *   packages whose `engines` don't fit it. `folder`: where, if not in the project's own folder
 * @returns {{ pid: number | undefined, stop: (signal: NodeJS.Signals) => void, done: Promise<{ code: number, output: string }> }}
 */
export function runNpm(args, { node, folder = projectFolder }) {
  const cli = npmCliPath();
  const command = cli === undefined ? 'npm' : node;
  const child = spawn(command, cli === undefined ? args : [cli, ...args], {
    cwd: folder,
    env: environmentFor(node),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const gather = (chunk) => {
    output = (output + chunk).slice(-20_000);
  };
  child.stdout.on('data', gather);
  child.stderr.on('data', gather);
  const done = new Promise((resolve, reject) => {
    child.once('error', (cause) => reject(new Hindrance(`npm could not be started: ${cause.message}`)));
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
  return { pid: child.pid, stop: (signal) => child.kill(signal), done };
}

/** The path of npm's own script, or undefined where only a command of that name is known. */
function npmCliPath() {
  const outer = process.env.npm_execpath;
  if (outer && basename(outer) === 'npm-cli.js' && existsSync(outer)) return outer;
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'npm'))
    .find((path) => existsSync(path));
  if (onPath && basename(realpathSync(onPath)) === 'npm-cli.js') return realpathSync(onPath);
  const besideNode = join(dirname(process.execPath), '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js');
  if (existsSync(besideNode)) return besideNode;
  if (onPath) return undefined;
  throw new Hindrance(
    'npm was not found. It comes with Node (https://nodejs.org); install it, or put it on PATH, and start again.',
  );
}

function environmentFor(node) {
  const env = {};
  for (const [name, value] of Object.entries(process.env)) {
    const setting = /^npm_config_(.*)$/i.exec(name)?.[1];
    if (setting === undefined ? !/^npm_/i.test(name) : settingsToKeep.test(setting)) env[name] = value;
  }
  env.PATH = `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`;
  const cache = Object.entries(env).find(([name]) => name.toLowerCase() === 'npm_config_cache')?.[1];
  // A user without a home of their own (usual in containers) can't have npm's cache there.
  if (!canWriteBelow(cache ?? join(homedir(), '.npm'))) {
    for (const name of Object.keys(env)) if (name.toLowerCase() === 'npm_config_cache') delete env[name];
    env.npm_config_cache = mkdtempSync(join(tmpdir(), 'mainshaft-npm-'));
  }
  return env;
}

/** Whether a folder, or else the nearest one above it that exists, may be written to. */
function canWriteBelow(folder) {
  let nearest = folder;
  while (!existsSync(nearest) && dirname(nearest) !== nearest) nearest = dirname(nearest);
  try {
    accessSync(nearest, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
