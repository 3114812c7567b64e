import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type InstanceLock, takeInstanceLock } from '#server/platform/instance-lock.ts';

const address = 'http://127.0.0.1:3000';

function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mainshaft-lock-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function take(folder: string): Promise<InstanceLock> {
  const lock = await takeInstanceLock(folder, { address });
  if ('heldBy' in lock) throw new Error(`held by process ${lock.heldBy.pid}`);
  return lock;
}

/** Another process that takes the lock; resolves once it has. */
async function otherProcess(folder: string) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'lock-holder.ts'), folder, address]);
  onTestFinished(() => void child.kill('SIGKILL'));
  const [said] = await once(child.stdout, 'data');
  expect(String(said)).toBe('taken\n');
  return child;
}

describe('the lock on a data directory', () => {
  it('is held by one, who says where the shop is', async () => {
    const folder = dataFolder();
    const lock = await take(folder);
    expect(await takeInstanceLock(folder, { address })).toMatchObject({
      heldBy: { pid: process.pid, address },
    });

    await lock.update({ address: 'http://127.0.0.1:3001' });
    expect(await takeInstanceLock(folder, { address })).toMatchObject({
      heldBy: { address: 'http://127.0.0.1:3001', startedAt: expect.stringMatching(/^\d{4}-.*Z$/) },
    });

    await lock.release();
    await (await take(folder)).release();
  });

  it('is seen by other processes, and freed when its holder is killed', async () => {
    const folder = dataFolder();
    const holder = await otherProcess(folder);
    expect(await takeInstanceLock(folder, { address })).toMatchObject({ heldBy: { pid: holder.pid } });

    const ended = once(holder, 'exit');
    holder.kill('SIGKILL');
    await ended;
    await (await take(folder)).release();
  });
});
