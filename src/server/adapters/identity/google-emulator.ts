/**
 * A Google of this machine's own, for a demo without Google's credentials: `emulate`, listening on a free loopback port
 * from the first sign-in on. Nobody's real account is behind it, and anyone who can reach it may be any of its people.
 */
import { randomBytes } from 'node:crypto';
import { type AddressInfo, createServer } from 'node:net';
import type { Emulator } from 'emulate';
import type { GoogleConnection } from './google.ts';

const LOOPBACK = '127.0.0.1';

/** Who can be chosen there, beside the emulator's own test user. Their addresses reach nobody. */
const PEOPLE = [
  { email: 'dana.garage@example.com', name: 'Dana Garage' },
  { email: 'lee.fleet@example.com', name: 'Lee Fleet' },
  { email: 'not.verified@example.com', name: 'Not Verified by Google', email_verified: false },
];

export type GoogleEmulator = {
  /** Starts it where it does not run yet. */
  connect(): Promise<GoogleConnection>;
  /** Stops it where it runs. */
  stop(): Promise<void>;
};

/** Makes one that sends its window back to `returnTo` and nowhere else. Nothing is loaded before it is used. */
export function createGoogleEmulator(shop: {
  readonly name: string;
  readonly returnTo: readonly string[];
}): GoogleEmulator {
  let running: Promise<{ emulator: Emulator; connection: GoogleConnection }> | undefined;

  const start = async () => {
    const { createEmulator } = await import('emulate');
    const clientId = `${randomBytes(8).toString('hex')}.apps.emulated.invalid`;
    const clientSecret = randomBytes(24).toString('base64url');
    const port = await freePort();
    const issuer = `http://${LOOPBACK}:${port}`;
    const emulator = await createEmulator({
      service: 'google',
      hostname: LOOPBACK,
      port,
      baseUrl: issuer,
      seed: {
        google: {
          users: PEOPLE,
          oauth_clients: [
            {
              client_id: clientId,
              client_secret: clientSecret,
              name: shop.name,
              redirect_uris: [...shop.returnTo],
            },
          ],
        },
      },
    });
    return { emulator, connection: { issuer, clientId, clientSecret } };
  };

  return {
    async connect() {
      const starting = running ?? start();
      running = starting;
      starting.catch(() => {
        if (running === starting) running = undefined;
      });
      return (await starting).connection;
    },
    async stop() {
      const ending = running;
      running = undefined;
      // One that never started has nothing to stop.
      const started = await ending?.catch(() => undefined);
      await started?.emulator.close();
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, LOOPBACK, () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
