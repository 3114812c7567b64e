/** Finds the port that the shop listens on, and holds it until it does. */
import { createServer, type Server } from 'node:net';
import { portOwner } from './port-owner.ts';
import { SetupError } from './setup-error.ts';

const USUAL_PORT = 3000;
const HIGHEST_PORT = 65_535;

export type HeldPort = {
  readonly port: number;
  /** A sentence for the reader when it isn't the usual port. */
  readonly note?: string;
  /** Has it. Whoever connects is sent away, until an HTTP server listens on this one. */
  readonly socket: Server;
  release(): Promise<void>;
};

/**
 * Holds a port that is free on `host`. Without a wanted one that is 3000, or the next free one above. A shop may take a minute to
 * be filled, and another that starts meanwhile would else choose the same.
 *
 * @throws SetupError when the wanted port is taken (naming the owner's pid where the system tells it), may not be used
 *   by this user, or when `host` isn't an address of this machine
 */
export async function holdPort(options: {
  readonly wanted: number | undefined;
  readonly host: string;
}): Promise<HeldPort> {
  const { wanted, host } = options;
  if (wanted !== undefined) {
    const socket = await take(wanted, host);
    if (socket !== undefined) return { port: wanted, socket, release: () => close(socket) };
    throw new SetupError(
      `PORT ${wanted} is taken${await byWhom(wanted)}. Stop that process, or set PORT to another port.`,
    );
  }
  const { port, socket } = await takeNext(USUAL_PORT, host);
  const release = () => close(socket);
  if (port === USUAL_PORT) return { port, socket, release };
  const note = `Port ${USUAL_PORT} is taken${await byWhom(USUAL_PORT)}; ${port} is used instead.`;
  return { port, note, socket, release };
}

/**
 * The first port from `first` upwards that is free at this moment.
 *
 * @throws SetupError as {@link holdPort} does
 */
export async function nextFreePort(first: number, host: string): Promise<number> {
  const { port, socket } = await takeNext(first, host);
  await close(socket);
  return port;
}

async function takeNext(first: number, host: string): Promise<Pick<HeldPort, 'port' | 'socket'>> {
  for (let port = first; port <= HIGHEST_PORT; port += 1) {
    const socket = await take(port, host);
    if (socket !== undefined) return { port, socket };
  }
  throw new SetupError(`No port from ${first} upwards is free on ${host}.`);
}

async function byWhom(port: number): Promise<string> {
  const owner = await portOwner(port);
  return owner === undefined ? '' : ` by process ${owner.pid} (${owner.command})`;
}

/** Undefined where somebody has it. */
function take(port: number, host: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((connection) => connection.destroy());
    server.once('error', (cause: NodeJS.ErrnoException) => {
      if (cause.code === 'EADDRINUSE') resolve(undefined);
      else reject(new SetupError(explain(cause, port, host), { cause }));
    });
    server.listen({ port, host, exclusive: true }, () => {
      server.removeAllListeners('error');
      resolve(server);
    });
  });
}

const close = (socket: Server): Promise<void> => new Promise((resolve) => socket.close(() => resolve()));

function explain(cause: NodeJS.ErrnoException, port: number, host: string): string {
  switch (cause.code) {
    case 'EACCES':
      return `This user may not listen on port ${port}; ports below 1024 are the system's. Set PORT to a higher one.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST ${host} is not an address of this machine. Use 127.0.0.1 for this machine alone, 0.0.0.0 for all its addresses.`;
    default:
      return `The shop can't listen on ${host}, port ${port}: ${cause.message}`;
  }
}
