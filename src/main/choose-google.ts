/** Chooses the Google that the embedded identity provider signs people in with. */
import { GOOGLE_ISSUER, GOOGLE_RETURN_PATH, type GoogleSettings } from '#server/adapters/identity/google.ts';
import { createGoogleEmulator } from '#server/adapters/identity/google-emulator.ts';
import { type Config, isLoopback } from '#server/platform/config.ts';

export type ChosenGoogle = {
  /** Undefined: nobody signs in with Google. */
  readonly settings: GoogleSettings | undefined;
  stop(): Promise<void>;
};

/** The real one where there are credentials; in the demo without them an emulated one; else none. */
export function chooseGoogle(
  config: Pick<Config, 'google' | 'isDemo' | 'HOST' | 'SHOP_NAME'>,
  { origin, port }: { readonly origin: string; readonly port: number },
): ChosenGoogle {
  const origins = [...new Set([origin, ...loopbackOrigins(config.HOST, port)])];
  if (config.google !== undefined) {
    const { clientId, clientSecret } = config.google;
    return {
      settings: {
        isEmulated: false,
        connect: async () => ({ issuer: GOOGLE_ISSUER, clientId, clientSecret }),
        origins,
      },
      async stop() {},
    };
  }
  if (!config.isDemo) return { settings: undefined, async stop() {} };
  const emulator = createGoogleEmulator({
    name: config.SHOP_NAME,
    returnTo: origins.map((one) => `${one}${GOOGLE_RETURN_PATH}`),
  });
  return { settings: { isEmulated: true, connect: emulator.connect, origins }, stop: emulator.stop };
}

// Who opens a shop on their own machine may call it by either name.
function loopbackOrigins(host: string, port: number): readonly string[] {
  return isLoopback(host) ? [`http://127.0.0.1:${port}`, `http://localhost:${port}`] : [];
}
