/** Servers of the bench, on whatever port is free. */
import type { AddressInfo, Server } from 'node:net';

/** Listens on this machine alone, and answers where. */
export function listenAnywhere(server: Server): Promise<{ port: number }> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      resolve({ port });
    });
  });
}
