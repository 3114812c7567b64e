/** Joins the rooms: from configuration and database to a shop that answers requests and works on its jobs. */
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { API_INFO } from '#contract/api-info.ts';
import { identityTable } from '#contract/identity.ts';
import type { Client, Handlers } from '#contract/kernel/operation.ts';
import { type ShopTable, table } from '#contract/table.ts';
import { currencyOf } from '#domain/money.ts';
import { createEmbeddedIdentity, type EmbeddedIdentity } from '#server/adapters/identity/embedded.ts';
import { createPaymentSandbox } from '#server/adapters/payments/sandbox/payment-sandbox.ts';
import { postgresSandboxStore } from '#server/adapters/payments/sandbox/sandbox-store.ts';
import { stripePayments } from '#server/adapters/payments/stripe.ts';
import { openAuditLog } from '#server/audit/audit.ts';
import { auditHandlers } from '#server/audit/routes.ts';
import { importJobs, keepImportsGoing } from '#server/catalogue/import/import-jobs.ts';
import { importHandlers } from '#server/catalogue/import/routes.ts';
import { catalogueHandlers } from '#server/catalogue/routes.ts';
import { jsonRestocked, shownByAnswers } from '#server/catalogue/shown-by-answers.ts';
import { SITEMAP_PATHS, sitemapApp } from '#server/catalogue/sitemap.ts';
import { mediaApp } from '#server/images/media.ts';
import { imageHandlers } from '#server/images/routes.ts';
import { newsletterJobs } from '#server/newsletter/jobs.ts';
import { createNewsletterTokens } from '#server/newsletter/newsletter-tokens.ts';
import { newsletterHandlers } from '#server/newsletter/routes.ts';
import { forgetSubscriptions } from '#server/newsletter/subscribe.ts';
import { expireForgotten } from '#server/ordering/close-order.ts';
import { orderJobs } from '#server/ordering/jobs.ts';
import { orderingHandlers } from '#server/ordering/routes.ts';
import { keepReconciling } from '#server/payments/begin-reconciliation.ts';
import { paymentJobs } from '#server/payments/jobs.ts';
import type { PaymentProvider } from '#server/payments/payment-provider.ts';
import { paymentHandlers } from '#server/payments/routes.ts';
import { type AnswerCache, answerCache } from '#server/platform/cache/answer-cache.ts';
import { followChanges, forgetChanges } from '#server/platform/cache/follow-changes.ts';
import { STEADY } from '#server/platform/cache/shown.ts';
import type { Config } from '#server/platform/config.ts';
import type { Databases } from '#server/platform/db/database.ts';
import { forgetAnswers } from '#server/platform/idempotency.ts';
import type { Log } from '#server/platform/log.ts';
import { openQueue } from '#server/platform/queue.ts';
import { callBudgets, forgetBudgets } from '#server/platform/serve/call-budgets.ts';
import { mountDocs } from '#server/platform/serve/docs.ts';
import { mountOperations, type ServeOptions } from '#server/platform/serve/http.ts';
import { inProcess } from '#server/platform/serve/in-process.ts';
import type { Keeping } from '#server/platform/serve/kept-call.ts';
import { sharedRateLimiter } from '#server/platform/serve/shared-rate-limit.ts';
import { profileHandlers } from '#server/profiles/routes.ts';
import { searchLexicon } from '#server/read-models/search-lexicon.ts';
import { reviewHandlers } from '#server/reviews/routes.ts';
import { dayIn, thousandsSeparator } from '#server/shop/locale.ts';
import { shopHandlers } from '#server/shop/routes.ts';
import type { ShopDeps } from '#server/shop-deps.ts';
import { type KeptProcess, keepProcess } from '#server/status/keep-process.ts';
import { statusHandlers } from '#server/status/routes.ts';
import { stockHandlers } from '#server/stock/routes.ts';
import { createAccessTokens } from '#server/users/access-token.ts';
import { createAuthenticator } from '#server/users/authenticate.ts';
import type { ShopCallers } from '#server/users/caller.ts';
import { identityPeople } from '#server/users/identity-people.ts';
import { createProofVerifier, type ProofVerifier } from '#server/users/proof.ts';
import { userHandlers } from '#server/users/routes.ts';
import { userIdOf } from '#server/users/user-id-of.ts';
import { vehicleHandlers } from '#server/vehicles/routes.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { chooseGoogle } from './choose-google.ts';
import { chooseIdentity, identityBody } from './choose-identity.ts';
import { openImages } from './choose-images.ts';
import { chooseMailer } from './choose-mailer.ts';
import { readLastBackup } from './last-backup.ts';
import { listenOnLoopback } from './listen-on-loopback.ts';
import { admitBy, RATE_LIMITS, RATE_LIMITS_OF_ADDRESSES } from './rate-limits.ts';
import { vinTable } from './reference/vins.ts';
import type { Secrets } from './secrets.ts';
import { tellRefusedCalls } from './security-events.ts';

const HOUR_MS = 3_600_000;
/** How often unpaid orders that their job forgot are looked for. */
const SWEEP_MS = HOUR_MS / 6;
/** When the first visitor has seen the shop: the identity library takes half a second to load, and a tenth of the memory. */
const WARM_UP_AFTER_MS = 2_000;
/** How long the first answer of a repeatable call is kept. */
const KEEP_ANSWERS_MS = 7 * 24 * HOUR_MS;

export type ShopSettings = {
  readonly config: Config;
  readonly databases: Databases;
  readonly dataDir: string;
  readonly secrets: Secrets;
  /** The port that this shop will listen on; the sandbox posts its webhooks there. */
  readonly port: number;
  /** Where people reach the shop, without a slash at the end. */
  readonly origin: string;
  readonly log: Log;
  readonly now: () => Date;
  /** Judges proofs instead of the configured provider's verifier; no configuration names one. */
  readonly proofs?: ProofVerifier | undefined;
};

export type Shop = {
  readonly deps: ShopDeps;
  /** Undefined where another provider signs people in. */
  readonly identity: EmbeddedIdentity | undefined;
  /** Answers `/api/*`, `/media/*` and, with sandbox payments, `/sandbox/stripe/*`. */
  readonly app: Hono<{ Bindings: HttpBindings }>;
  /** The operations for rendering pages: always the anonymous caller. */
  readonly anonymous: Client<ShopTable>;
  /** What is kept of answers that say the same to everybody. */
  readonly answers: AnswerCache;
  /** Where the payment sandbox speaks the provider's API to this server; undefined with a real provider. */
  readonly sandboxUrl: URL | undefined;
  /** Starts to work on jobs and to deliver the sandbox's webhooks. Call it once requests are answered. */
  work(): Promise<void>;
  /** Finishes what is under way and lets go of everything but the database. */
  stop(): Promise<void>;
};

/** Builds a shop on a migrated database. Nothing listens yet but the sandbox, on a port of its own. */
export async function assembleShop(settings: ShopSettings): Promise<Shop> {
  const { config, databases, log, now, secrets, origin } = settings;
  const money = await openPayments(settings);
  const queue = await openQueue(databases.writePool, log);
  const deps: ShopDeps = {
    databases,
    enqueue: queue.enqueue,
    jobStatement: queue.jobStatement,
    payments: money.provider,
    exchange: {
      list: currencyOf(config.LIST_CURRENCY),
      settlement: currencyOf(config.SETTLEMENT_CURRENCY),
      rate: config.LIST_CURRENCY === config.SETTLEMENT_CURRENCY ? '1' : config.EXCHANGE_RATE,
      date: config.EXCHANGE_RATE_DATE,
    },
    log,
    now,
    orderExpiryMinutes: config.ORDER_EXPIRY_MINUTES,
    maxUnpaidOrders: config.MAX_UNPAID_ORDERS,
  };
  const google = chooseGoogle(config, settings);
  const identity = createEmbeddedIdentity({
    databases,
    secret: secrets.identity,
    secureCookies: origin.startsWith('https:'),
    allowedOrigins: [origin],
    ...(config.RATE_LIMITS ? {} : { tries: 'off' as const }),
    enqueue: queue.enqueue,
    people: identityPeople(now),
    shopName: config.SHOP_NAME,
    google: google.settings,
    now,
    log,
  });
  const { embedded, proofs: trusted } = chooseIdentity(config.identity, identity);
  await embedded?.forgetOutsideDemo();
  const tokens = await createAccessTokens(secrets.accessToken);
  const newsletterTokens = createNewsletterTokens(secrets.accessToken);
  const proofs = settings.proofs ?? createProofVerifier(trusted);
  const nowMs = () => performance.now();
  const answers = answerCache(
    (tell) => followChanges(databases, tell, log, nowMs, now),
    config.ANSWER_CACHE_MB * 1_000_000,
    nowMs,
  );
  const cache: Keeping = { answers, shown: shownByAnswers, restockJson: jsonRestocked };
  const lexicon = searchLexicon(databases.read, answers.versionOf({ ...STEADY, words: true }), nowMs);
  const images = await openImages(config.images.place, settings.dataDir, log);

  const shopHandlersOfTable: Handlers<ShopTable, ShopCallers> = {
    ...catalogueHandlers({ ...deps, lexicon, shelvesVersion: answers.versionOf(STEADY) }),
    ...stockHandlers(deps),
    ...importHandlers(deps),
    ...imageHandlers({ pictures: images.keeper, db: databases.write }),
    ...orderingHandlers({ ...deps, shop: { name: config.SHOP_NAME, url: origin } }),
    ...paymentHandlers(deps),
    ...userHandlers({
      ...{ databases, now, tokens, issuer: proofs.issuer },
      secondFactors: embedded?.secondFactors,
      sessions: embedded?.sessions,
    }),
    ...reviewHandlers(deps),
    ...profileHandlers(deps),
    ...auditHandlers(deps),
    ...vehicleHandlers({ ...deps, vinTable }),
    ...newsletterHandlers({
      ...{ databases, enqueue: queue.enqueue, tokens: newsletterTokens, now },
      shop: { name: config.SHOP_NAME, url: origin },
    }),
    ...statusHandlers({
      databases,
      now,
      mail: config.SMTP_URL === undefined ? 'folder' : 'server',
      embeddedIn: config.DATABASE_URL === undefined ? settings.dataDir : undefined,
      lastBackup: () => readLastBackup(settings.dataDir),
      retryFailed: queue.retryFailed,
    }),
    ...shopHandlers(
      {
        name: config.SHOP_NAME,
        locale: config.SHOP_LOCALE,
        thousands: thousandsSeparator(config.SHOP_LOCALE),
        listCurrency: deps.exchange.list,
        settlementCurrency: deps.exchange.settlement,
        rate: deps.exchange.rate,
        rateDate: deps.exchange.date,
        rateDay: dayIn(config.SHOP_LOCALE, deps.exchange.date),
        orderExpiryMinutes: config.ORDER_EXPIRY_MINUTES,
        payments: { publishableKey: money.provider.publishableKey, sandbox: money.provider.sandbox },
        identity: identityBody(config.identity, {
          google: google.settings !== undefined,
          googleIsEmulated: google.settings?.isEmulated === true,
        }),
        business: {
          clients: config.BUSINESS_CLIENTS,
          countries: config.BUSINESS_COUNTRIES,
          products: config.BUSINESS_PRODUCTS,
        },
        mail: config.SMTP_URL === undefined ? 'folder' : 'server',
        demo: config.isDemo,
      },
      databases.writing,
    ),
  };
  const closing = new AbortController();
  const limiterOf = (limits: typeof RATE_LIMITS | typeof RATE_LIMITS_OF_ADDRESSES) =>
    sharedRateLimiter({
      limits: config.RATE_LIMITS ? limits : {},
      take: callBudgets(databases.write, secrets.accessToken),
      canTake: () => databases.writing.isPossible(),
      nowMs,
    });
  const serving: Omit<ServeOptions<ShopTable, ShopCallers>, 'table' | 'handlers'> = {
    cache,
    authenticate: createAuthenticator({
      ...{ databases, tokens, proofs, now },
      adminsNeedSecondFactor: config.ADMIN_SECOND_FACTOR === 'required',
    }),
    log,
    admit: admitBy(limiterOf(RATE_LIMITS), limiterOf(RATE_LIMITS_OF_ADDRESSES), userIdOf),
    refused: tellRefusedCalls(log, userIdOf, nowMs),
    audit: openAuditLog({ db: databases.write, log, now, userIdOf }),
    trustedProxies: config.TRUST_PROXY ? 1 : 0,
    closing: closing.signal,
  };
  const served = embedded === undefined ? table : { ...table, ...identityTable };
  const api =
    embedded === undefined
      ? mountOperations({ ...serving, table, handlers: shopHandlersOfTable })
      : mountOperations({
          ...serving,
          table: { ...table, ...identityTable },
          handlers: { ...shopHandlersOfTable, ...embedded.handlers },
        });
  mountDocs(api, { ...API_INFO, table: served, version: packageJson.version });

  const app = new Hono<{ Bindings: HttpBindings }>();
  app.all('/api/*', (c) => api.fetch(c.req.raw, c.env));
  const media = mediaApp(images.kept, log);
  app.all('/media/*', (c) => media.fetch(c.req.raw, c.env));
  const sitemap = sitemapApp({ databases, answers, origin, log });
  for (const path of SITEMAP_PATHS) app.all(path, (c) => sitemap.fetch(c.req.raw, c.env));
  if (money.browserApp !== undefined) app.route('/sandbox/stripe', money.browserApp);

  const mailer = chooseMailer(config, settings.dataDir);
  let kept: KeptProcess | undefined;
  return {
    deps,
    identity: embedded,
    app,
    sandboxUrl: money.sandboxUrl,
    answers,
    anonymous: inProcess({
      table,
      handlers: shopHandlersOfTable,
      caller: { kind: 'anonymous' },
      log,
      cache,
    }),
    async work() {
      const mail = { mailer, shop: { name: config.SHOP_NAME, url: origin } };
      await queue.work({
        ...orderJobs({ ...deps, ...mail }),
        ...paymentJobs({ ...deps, ...mail }, closing.signal),
        ...importJobs(deps, closing.signal),
        ...identity.jobs(mail),
        ...newsletterJobs({ db: databases.write, tokens: newsletterTokens, ...mail }),
      });
      keepImportsGoing(deps, closing.signal);
      // Pages tell whether orders are taken.
      databases.writing.watch(log, answers.clear);
      keepReconciling(deps, closing.signal);
      kept = keepProcess(deps, packageJson.version);
      money.start();
      const warmUp = setTimeout(() => void warmUpIdentity(embedded, log), WARM_UP_AFTER_MS);
      const tidy = setInterval(() => void forgetOld(deps, embedded), HOUR_MS);
      const sweep = setInterval(() => void expireWhatJobsForgot(deps), SWEEP_MS);
      closing.signal.addEventListener('abort', () => {
        clearInterval(tidy);
        clearInterval(sweep);
        clearTimeout(warmUp);
      });
    },
    async stop() {
      closing.abort();
      await kept?.stop();
      await queue.stop();
      await mailer.close();
      await money.stop();
      await google.stop();
      images.close();
    },
  };
}

/** So that nobody's sign-in is the first; without it, somebody's is. */
async function warmUpIdentity(identity: EmbeddedIdentity | undefined, log: Log): Promise<void> {
  await identity?.warmUp().catch((error: unknown) => {
    log.warn({ err: error }, 'signing in was not made ready beforehand');
  });
}

/** What has served its time. Safe to do in several processes at once. */
async function forgetOld(
  { databases, log, now }: ShopDeps,
  identity: EmbeddedIdentity | undefined,
): Promise<void> {
  try {
    await identity?.forgetExpired();
    await forgetSubscriptions(databases.write, now());
    await forgetBudgets(databases.write);
    await forgetAnswers(databases.write, new Date(now().getTime() - KEEP_ANSWERS_MS));
    await forgetChanges(databases.write);
  } catch (error) {
    log.warn({ err: error }, 'old things were not forgotten this time');
  }
}

/** Stock that a lost job would hold for ever is freed all the same. */
async function expireWhatJobsForgot(deps: ShopDeps): Promise<void> {
  try {
    await expireForgotten(deps);
  } catch (error) {
    deps.log.warn({ err: error }, 'orders that are due were not looked for this time');
  }
}

type Money = {
  readonly provider: PaymentProvider;
  /** The sandbox, where the browser finds it. */
  readonly browserApp: Hono | undefined;
  readonly sandboxUrl: URL | undefined;
  start(): void;
  stop(): Promise<void>;
};

/** Stripe where there are keys; else the sandbox, which the same `stripe` package reaches over a loopback port. */
export async function openPayments({
  config,
  secrets,
  databases,
  port,
  log,
  now,
}: ShopSettings): Promise<Money> {
  if (config.stripe !== undefined) {
    const provider = stripePayments(config.stripe);
    return { provider, browserApp: undefined, sandboxUrl: undefined, start() {}, async stop() {} };
  }
  const keys = {
    secretKey: secrets.sandboxSecretKey,
    publishableKey: secrets.sandboxPublishableKey,
    webhookSecret: secrets.sandboxWebhookSecret,
  };
  const sandbox = createPaymentSandbox({
    store: postgresSandboxStore(databases.writePool),
    keys,
    webhookUrl: new URL(`http://127.0.0.1:${port}/api/webhooks/stripe`),
    now,
    log,
  });
  const server = await listenOnLoopback(sandbox.app);
  const sandboxUrl = new URL(`http://127.0.0.1:${server.port}`);
  return {
    provider: stripePayments({ ...keys, apiBase: sandboxUrl }),
    browserApp: sandbox.app,
    sandboxUrl,
    start: () => sandbox.start(),
    async stop() {
      await sandbox.stop();
      await server.close();
    },
  };
}
