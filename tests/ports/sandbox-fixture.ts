/** A payment sandbox on a real port, with the real `stripe` package, a browser's calls, and a shop that listens for webhooks. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { listenOnLoopback } from '#main/listen-on-loopback.ts';
import type { SandboxKeys } from '#server/adapters/payments/sandbox/access.ts';
import { randomToken } from '#server/adapters/payments/sandbox/ids.ts';
import {
  createPaymentSandbox,
  type PaymentSandbox,
} from '#server/adapters/payments/sandbox/payment-sandbox.ts';
import type { SandboxStore } from '#server/adapters/payments/sandbox/sandbox-records.ts';

/** The webhook that the shop would have: it remembers what came and answers as told, 200 by default. */
export type WebhookReceiver = {
  readonly url: URL;
  readonly received: { readonly body: Buffer; readonly signature: string }[];
  /** Statuses of the next answers; `hang` never answers. */
  readonly answers: (number | 'hang')[];
  /** Resolves once this many have come. */
  waitFor(count: number): Promise<void>;
  close(): Promise<void>;
};

export async function openWebhookReceiver(): Promise<WebhookReceiver> {
  const received: WebhookReceiver['received'] = [];
  const answers: WebhookReceiver['answers'] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ body: Buffer.concat(chunks), signature: String(request.headers['stripe-signature']) });
      const answer = answers.shift() ?? 200;
      if (answer !== 'hang') response.writeHead(answer).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: new URL(`http://127.0.0.1:${portOf(server)}/api/webhooks/stripe`),
    received,
    answers,
    async waitFor(count) {
      const giveUpAt = Date.now() + 10_000;
      while (received.length < count) {
        if (Date.now() > giveUpAt) throw new Error(`${received.length} of ${count} webhooks came`);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
    close: () => closeServer(server),
  };
}

export type RunningSandbox = {
  readonly sandbox: PaymentSandbox;
  readonly keys: SandboxKeys;
  readonly base: URL;
  readonly stripe: Stripe;
  /** Calls as a browser does: publishable key, form body. */
  browser(
    path: string,
    form: Record<string, string>,
    headers?: Record<string, string>,
  ): Promise<BrowserAnswer>;
  close(): Promise<void>;
};
export type BrowserAnswer = { readonly status: number; readonly body: Record<string, unknown> };

/** Faults that the sandbox logged since the test began; a test that expects none checks that it is empty. */
export const sandboxFaults: unknown[] = [];

export async function runSandbox(
  store: SandboxStore,
  webhookUrl: URL,
  given: {
    readonly keys?: SandboxKeys;
    readonly now?: () => Date;
    readonly retryDelaysSeconds?: number[];
  } = {},
): Promise<RunningSandbox> {
  const keys = given.keys ?? newSandboxKeys();
  const sandbox = createPaymentSandbox({
    store,
    keys,
    webhookUrl,
    now: given.now ?? (() => new Date()),
    log: { warn: () => undefined, error: (fields) => void sandboxFaults.push(fields) },
    webhookRetryDelaysSeconds: given.retryDelaysSeconds ?? [0.02, 0.02, 0.02],
  });
  const server = await listenOnLoopback(sandbox.app);
  sandbox.start();
  const base = new URL(`http://127.0.0.1:${server.port}`);
  return {
    sandbox,
    keys,
    base,
    stripe: new Stripe(keys.secretKey, {
      host: base.hostname,
      port: base.port,
      protocol: 'http',
      telemetry: false,
      maxNetworkRetries: 0,
    }),
    async browser(path, form, headers = {}) {
      const response = await fetch(new URL(path, base), {
        method: 'POST',
        headers: { Authorization: `Bearer ${keys.publishableKey}`, ...headers },
        body: new URLSearchParams(form),
      });
      return { status: response.status, body: JSON.parse(await response.text()) };
    },
    async close() {
      await sandbox.stop();
      await server.close();
    },
  };
}

export function newSandboxKeys(): SandboxKeys {
  return {
    secretKey: `sk_sandbox_${randomToken(40)}`,
    publishableKey: `pk_sandbox_${randomToken(40)}`,
    webhookSecret: `whsec_${randomToken(32)}`,
  };
}

function portOf(server: { address(): AddressInfo | string | null }): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening on a port');
  return address.port;
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve, reject) => server.close((error) => (error ? reject(error) : resolve())));
}
