/** Builds the pages when their sources have changed since the last build. */
import { glob, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { PROJECT } from '#server/platform/project-folder.ts';
import { type Build, takeBuild } from './builds.ts';
import { runVite } from './run-vite.ts';
import { digestOf, type Sources } from './source-digest.ts';

const BUILDS = join(PROJECT, 'dist/pages');
const CONFIG = 'vite.config.ts';
const SOURCES: Sources = {
  folders: ['src/web', 'src/contract', 'src/domain', 'public'],
  files: [
    CONFIG,
    'src/main/build-pages.ts',
    'scripts/hover-by-pointer.ts',
    'scripts/lean-icons.ts',
    'package-lock.json',
  ],
};
const COMPRESSIBLE = /\.(js|css|svg|json|txt|map)$/;

/** The build of these very sources: `client` for the browser, `server/server.js` for rendering. */
export function buildPages(): Promise<Build> {
  return takeBuild(BUILDS, {
    fingerprint: async () => digestOf(SOURCES),
    async make(dir) {
      await runVite(CONFIG, dir);
      await compressAssets(join(dir, 'client'));
    },
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
      toBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
    ]);
    await Promise.all([writeFile(`${path}.gz`, gz), writeFile(`${path}.br`, br)]);
  }
}
