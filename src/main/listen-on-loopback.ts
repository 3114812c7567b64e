/** Servers that this machine alone can reach, such as the payment sandbox's. */
import { type ServerType, serve } from '@hono/node-server';

export type LoopbackServer = {
  readonly port: number;
  /** Ends what is under way, too. */
  close(): Promise<void>;
};

/** An application of Hono, or whatever else answers requests. */
type App = Pick<Parameters<typeof serve>[0], 'fetch'>;

/** Listens on a port that is free. */
export async function listenOnLoopback({ fetch }: App): Promise<LoopbackServer> {
  const { server, port } = await new Promise<{ server: ServerType; port: number }>((resolve, reject) => {
    const opened = serve(
      // Whether requests and answers are Node's own is for the shop's server to say (`http-server.ts`).
      { fetch, hostname: '127.0.0.1', port: 0, overrideGlobalObjects: false },
      (address) => resolve({ server: opened, port: address.port }),
    );
    opened.once('error', reject);
  });
  return {
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        if ('closeAllConnections' in server) server.closeAllConnections();
      }),
  };
}
