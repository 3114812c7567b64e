/** Builds the pages when their sources have changed since the last build. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { glob, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { PROJECT } from '#server/platform/project-folder.ts';
import { type Build, takeBuild } from './builds.ts';

const BUILDS = join(PROJECT, 'dist');

const SOURCE_FOLDERS = ['src/web', 'src/contract', 'src/domain', 'public'];
const SOURCE_FILES = ['vite.config.ts', 'scripts/lean-icons.ts', 'package-lock.json'];
/** Of 16 values each: enough that no two sources of one folder ever share them. */
const FINGERPRINT_DIGITS = 16;
const COMPRESSIBLE = /\.(js|css|svg|json|txt|map)$/;

/** The build of these very sources: `client` for the browser, `server/server.js` for rendering. */
export function buildPages(): Promise<Build> {
  return takeBuild(BUILDS, {
    fingerprint,
    async make(dir) {
      await runVite(dir);
      await compressAssets(join(dir, 'client'));
    },
  });
}

/**
 * Names and contents of all sources, as one digest. Read one after the other and at once: of a thousand small files that
 * takes a twentieth of the time that waiting for each of them does.
 */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  for (const file of sourceFiles().sort()) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(PROJECT, file)))
      .update('\0');
  }
  return hash.digest('hex').slice(0, FINGERPRINT_DIGITS);
}

function sourceFiles(): string[] {
  const files = SOURCE_FOLDERS.flatMap((folder) =>
    readdirSync(join(PROJECT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(PROJECT, join(entry.parentPath, entry.name))),
  );
  // The generated route tree is written by the build itself.
  return [...files, ...SOURCE_FILES].filter((file) => !file.endsWith('route-tree.gen.ts'));
}

/** Runs the build as a process of its own, whose memory is gone when it ends. */
function runVite(dir: string): Promise<void> {
  const vite = join(PROJECT, 'node_modules/vite/bin/vite.js');
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [vite, 'build', '--outDir', dir, '--logLevel', 'warn'], {
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
async function compressAssets(client: string): Promise<void> {
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
