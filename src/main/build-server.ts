/**
 * Joins the server's modules when they have changed since that was done last. A thousand files, packages' included, take Node
 * longer to find and load one by one than everything else that a start does (`docs/decisions/0044-a-start-loads-joined-modules.md`).
 */
import { join } from 'node:path';
import { PROJECT } from '#server/platform/project-folder.ts';
import { type Build, takeBuild } from './builds.ts';
import { runVite } from './run-vite.ts';
import { digestOf, type Sources } from './source-digest.ts';

const BUILDS = join(PROJECT, 'dist/server');
const CONFIG = 'vite.server.config.ts';
const SOURCES: Sources = {
  folders: ['src/main', 'src/server', 'src/contract', 'src/domain'],
  files: [CONFIG, 'package-lock.json'],
};

/**
 * The build of these very sources; its entry is `built-shop.js`.
 *
 * @param onMake is told when it has to be made, which takes some seconds
 */
export function buildServer(onMake: () => void = () => {}): Promise<Build> {
  return takeBuild(BUILDS, {
    fingerprint: async () => digestOf(SOURCES),
    async make(dir) {
      onMake();
      await runVite(CONFIG, dir);
    },
  });
}
