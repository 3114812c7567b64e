import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { choosePort, nextFreePort } from '#server/platform/free-port.ts';
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

describe('choosing a port', () => {
  async function occupy(port: number): Promise<void> {
    const server = createServer().listen(port, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
  }

  /** As a shop has it that is being prepared. */
  async function choose(wanted?: number) {
    const chosen = await choosePort({ wanted, host: '127.0.0.1' });
    onTestFinished(() => chosen.release());
    return chosen;
  }

  it('takes the wanted port, or names who has it', async () => {
    const wanted = await nextFreePort(23_000, '127.0.0.1');
    const { port, note, release } = await choose(wanted);
    expect({ port, note }).toEqual({ port: wanted, note: undefined });
    await release();
    await occupy(wanted);
    await expect(choosePort({ wanted, host: '127.0.0.1' })).rejects.toThrow(
      `PORT ${wanted} is taken by process ${process.pid} (`,
    );
  });

  it('takes 3000 or the next free one, and says which', async () => {
    const first = await choose();
    await first.release();
    await occupy(first.port);
    const next = await choose();
    expect(next.port).toBeGreaterThan(first.port);
    expect(next.note).toContain(`${next.port} is used instead`);
  });

  it('holds it, so that shops that start at the same time have one each', async () => {
    const chosen = await Promise.all([choose(), choose(), choose()]);
    const ports = chosen.map(({ port }) => port);
    expect(new Set(ports).size).toBe(ports.length);
    await expect(choose(ports[0])).rejects.toThrow(`PORT ${ports[0]} is taken by process ${process.pid} (`);
    await chosen[0]?.release();
    await chosen[0]?.release();
    expect((await choose(ports[0])).port).toBe(ports[0]);
  });

  it('sends away whoever connects before the shop listens', async () => {
    const { port } = await choose();
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed');
  });

  it('says when the host is not an address of this machine', async () => {
    await expect(choosePort({ wanted: 23_999, host: '192.0.2.1' })).rejects.toThrow('HOST 192.0.2.1');
  });
});
