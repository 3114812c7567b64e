/** Has Vite build something, as a process of its own, whose memory is gone when it ends. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { PROJECT } from '#server/platform/project-folder.ts';

/**
 * @param config its file in the project
 * @param dir where the build goes
 * @throws Error with the end of what Vite printed, when it fails
 */
export function runVite(config: string, dir: string): Promise<void> {
  const vite = join(PROJECT, 'node_modules/vite/bin/vite.js');
  const args = [vite, 'build', '--config', config, '--outDir', dir, '--logLevel', 'warn'];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
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
        : reject(new Error(`Nothing could be built by ${config} (vite ended with ${code}):\n${output}`)),
    );
  });
}
