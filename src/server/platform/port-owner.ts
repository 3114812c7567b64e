/** Finds out which process listens on a port, as far as Linux lets this user see it. */
import { readdir, readFile, readlink } from 'node:fs/promises';

export type PortOwner = { readonly pid: number; readonly command: string };

const LISTENING = '0A';

/** The process that listens on a TCP port of this machine; undefined where that can't be known. */
export async function portOwner(port: number): Promise<PortOwner | undefined> {
  const sockets = await listeningSockets(port);
  if (sockets.size === 0) return undefined;
  for (const pid of await readdir('/proc')) {
    if (!/^\d+$/.test(pid) || !(await holdsOneOf(sockets, pid))) continue;
    const command = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => 'unknown');
    return { pid: Number(pid), command: command.trim() };
  }
  return undefined;
}

/** The names (`socket:[12345]`) of the sockets that listen on the port, on any address. */
async function listeningSockets(port: number): Promise<ReadonlySet<string>> {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const names = new Set<string>();
  for (const table of ['/proc/net/tcp', '/proc/net/tcp6']) {
    const text = await readFile(table, 'utf8').catch(() => '');
    for (const line of text.split('\n')) {
      const fields = line.trim().split(/\s+/);
      const [local, state, inode] = [fields[1], fields[3], fields[9]];
      if (local?.endsWith(suffix) && state === LISTENING) names.add(`socket:[${inode}]`);
    }
  }
  return names;
}

async function holdsOneOf(sockets: ReadonlySet<string>, pid: string): Promise<boolean> {
  // Another user's process doesn't show its files, and one may end while we look.
  const files = await readdir(`/proc/${pid}/fd`).catch(() => []);
  for (const file of files) {
    if (sockets.has(await readlink(`/proc/${pid}/fd/${file}`).catch(() => ''))) return true;
  }
  return false;
}
