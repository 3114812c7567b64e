import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listen } from '#main/http-server.ts';
import { holdPort, nextFreePort } from '#server/platform/free-port.ts';
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

describe('a port', () => {
  async function occupy(port: number): Promise<void> {
    const server = createServer().listen(port, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
  }

  /** As a shop has it that is being prepared. */
  async function hold(wanted?: number) {
    const held = await holdPort({ wanted, host: '127.0.0.1' });
    onTestFinished(() => held.release());
    return held;
  }

  it('takes the wanted port, or names who has it', async () => {
    const wanted = await nextFreePort(23_000, '127.0.0.1');
    const { port, note, release } = await hold(wanted);
    expect({ port, note }).toEqual({ port: wanted, note: undefined });
    await release();
    await occupy(wanted);
    await expect(holdPort({ wanted, host: '127.0.0.1' })).rejects.toThrow(
      `PORT ${wanted} is taken by process ${process.pid} (`,
    );
  });

  it('takes 3000 or the next free one, and says which', async () => {
    const first = await hold();
    await first.release();
    await occupy(first.port);
    const next = await hold();
    expect(next.port).toBeGreaterThan(first.port);
    expect(next.note).toContain(`${next.port} is used instead`);
  });

  it('holds it, so that shops that start at the same time have one each', async () => {
    const held = await Promise.all([hold(), hold(), hold()]);
    const ports = held.map(({ port }) => port);
    expect(new Set(ports).size).toBe(ports.length);
    await expect(hold(ports[0])).rejects.toThrow(`PORT ${ports[0]} is taken by process ${process.pid} (`);
    await held[0]?.release();
    expect((await hold(ports[0])).port).toBe(ports[0]);
  });

  it('sends away whoever connects before the shop listens, and is handed over to it', async () => {
    const { port, socket, release } = await hold();
    const ask = () => fetch(`http://127.0.0.1:${port}/`);
    await expect(ask()).rejects.toMatchObject({ cause: { code: 'UND_ERR_SOCKET' } });
    const server = await listen(
      new Hono<{ Bindings: HttpBindings }>().get('/', (c) => c.text('open')),
      socket,
    );
    expect(await (await ask()).text()).toBe('open');
    await server.stop();
    await release();
    await expect(ask()).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
  });

  it('says when the host is not an address of this machine', async () => {
    await expect(holdPort({ wanted: 23_999, host: '192.0.2.1' })).rejects.toThrow('HOST 192.0.2.1');
  });
});
