/** A proxy of bytes on loopback that fails as networks do: connections break, are refused, are slow, or say nothing any more. */
import { once } from 'node:events';
import { createServer, type Socket, connect as tcpConnect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** `pass`, or each piece later by so many ms; `refuse` takes no connection; `hang` takes them and lets nothing through. */
export type ProxyMode = 'pass' | 'refuse' | 'hang' | { readonly delayMs: number };

export type TcpProxy = {
  readonly port: number;
  /** How it treats what comes from now on; connections that are there stay. */
  setMode(mode: ProxyMode): void;
  /** Breaks all connections off. */
  dropAll(): void;
  close(): Promise<void>;
};

/** Opens a proxy to a port of loopback, which may be another each time a connection is made. */
export async function openTcpProxy(target: () => number): Promise<TcpProxy> {
  let mode: ProxyMode = 'pass';
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.once('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
  };
  const server = createServer((near) => {
    keep(near);
    if (mode === 'refuse') {
      near.resetAndDestroy();
      return;
    }
    const far = keep(tcpConnect(target(), '127.0.0.1'));
    near.setNoDelay(true);
    far.setNoDelay(true);
    void carry(near, far, () => mode);
    void carry(far, near, () => mode);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  const dropAll = () => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    port: address.port,
    setMode(next) {
      mode = next;
    },
    dropAll,
    async close() {
      dropAll();
      server.close();
      await once(server, 'close');
    },
  };
}

const HANG_LOOK_MS = 20;

async function carry(from: Socket, to: Socket, mode: () => ProxyMode): Promise<void> {
  try {
    for await (const piece of from as AsyncIterable<Buffer>) {
      while (mode() === 'hang' && !from.destroyed) await wait(HANG_LOOK_MS);
      const now = mode();
      if (typeof now === 'object') await wait(now.delayMs);
      if (to.destroyed) break;
      if (!to.write(piece)) await Promise.race([once(to, 'drain'), once(to, 'close')]);
    }
    to.end();
  } catch {
    to.destroy();
  }
}
