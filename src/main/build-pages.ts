/** Builds the pages when their sources have changed since the last build. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, glob, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const PROJECT = join(import.meta.dirname, '../..');
/** Where the built pages are: `client` for the browser, `server/server.js` for rendering. */
export const PAGES_DIR = join(PROJECT, 'dist');
const STAMP = join(PAGES_DIR, 'built-from.txt');

const SOURCES = [
  'src/web/**/*',
  'src/contract/**/*',
  'src/domain/**/*',
  'public/**/*',
  'vite.config.ts',
  'package-lock.json',
];
const COMPRESSIBLE = /\.(js|css|svg|json|txt|map)$/;

/** Builds unless `dist` is of these very sources; answers whether it did. */
export async function buildPages(): Promise<boolean> {
  const wanted = await fingerprint();
  const built = await readFile(STAMP, 'utf8').catch(() => '');
  if (built === wanted && (await exists(join(PAGES_DIR, 'server/server.js')))) return false;
  await rm(STAMP, { force: true });
  await runVite();
  await compressAssets();
  await mkdir(PAGES_DIR, { recursive: true });
  await writeFile(`${STAMP}.new`, wanted);
  await rename(`${STAMP}.new`, STAMP);
  return true;
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

/** Names, sizes and contents of all sources, as one digest. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  const files: string[] = [];
  for (const pattern of SOURCES) {
    for await (const file of glob(pattern, { cwd: PROJECT })) files.push(file);
  }
  for (const file of files.sort()) {
    const path = join(PROJECT, file);
    if (!(await stat(path)).isFile()) continue;
    // The generated route tree is written by the build itself.
    if (file.endsWith('route-tree.gen.ts')) continue;
    hash
      .update(`${file}\0`)
      .update(await readFile(path))
      .update('\0');
  }
  return hash.digest('hex');
}

/** Runs the build as a process of its own, whose memory is gone when it ends. */
function runVite(): Promise<void> {
  const vite = join(PROJECT, 'node_modules/vite/bin/vite.js');
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
      cwd: PROJECT,
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const keep = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-8_000);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0
        ? resolve()
        : reject(new Error(`The pages could not be built (vite ended with ${code}):\n${output}`)),
    );
  });
}

const toGzip = promisify(gzip);
const toBrotli = promisify(brotliCompress);

/** Puts compressed twins beside the files for the browser, so that serving compresses nothing. */
async function compressAssets(): Promise<void> {
  const client = join(PAGES_DIR, 'client');
  for await (const file of glob('**/*', { cwd: client })) {
    if (!COMPRESSIBLE.test(file)) continue;
    const path = join(client, file);
    const bytes = await readFile(path);
    const [gz, br] = await Promise.all([
      toGzip(bytes, { level: 9 }),
      toBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }),
    ]);
    await Promise.all([writeFile(`${path}.gz`, gz), writeFile(`${path}.br`, br)]);
  }
}
