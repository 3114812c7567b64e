/** Chooses the port that the shop listens on. */
import { createServer } from 'node:net';
import { portOwner } from './port-owner.ts';
import { SetupError } from './setup-error.ts';

const USUAL_PORT = 3000;
const HIGHEST_PORT = 65_535;

export type ChosenPort = {
  readonly port: number;
  /** A sentence for the reader when it isn't the usual port. */
  readonly note?: string;
};

/**
 * Chooses a port that is free on `host` at this moment. Without a wanted one that is 3000, or the next free one above.
 *
 * @throws SetupError when the wanted port is taken (naming the owner's pid where the system tells it), may not be used
 *   by this user, or when `host` isn't an address of this machine
 */
export async function choosePort(options: {
  readonly wanted: number | undefined;
  readonly host: string;
}): Promise<ChosenPort> {
  const { wanted, host } = options;
  if (wanted !== undefined) {
    if (await isFree(wanted, host)) return { port: wanted };
    throw new SetupError(
      `PORT ${wanted} is taken${await byWhom(wanted)}. Stop that process, or set PORT to another port.`,
    );
  }
  const port = await nextFreePort(USUAL_PORT, host);
  if (port === USUAL_PORT) return { port };
  return { port, note: `Port ${USUAL_PORT} is taken${await byWhom(USUAL_PORT)}; ${port} is used instead.` };
}

/**
 * The first free port from `first` upwards.
 *
 * @throws SetupError as {@link choosePort} does
 */
export async function nextFreePort(first: number, host: string): Promise<number> {
  for (let port = first; port <= HIGHEST_PORT; port += 1) if (await isFree(port, host)) return port;
  throw new SetupError(`No port from ${first} upwards is free on ${host}.`);
}

async function byWhom(port: number): Promise<string> {
  const owner = await portOwner(port);
  return owner === undefined ? '' : ` by process ${owner.pid} (${owner.command})`;
}

function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (cause: NodeJS.ErrnoException) => {
      if (cause.code === 'EADDRINUSE') resolve(false);
      else reject(new SetupError(explain(cause, port, host), { cause }));
    });
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

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
