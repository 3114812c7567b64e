/** A port of this machine that nothing listens on just now. */
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ports that the machine gives to connections going out, which could take one between here and its use. */
const [FIRST, END] = [10_100, 20_000];

export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, END);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
