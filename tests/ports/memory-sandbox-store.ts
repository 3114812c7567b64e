/** The payment sandbox's state in memory, with the same guarantees as in PostgreSQL: calls one after another, whole or not at all. */
import type {
  ChargeRecord,
  IntentRecord,
  KeptAnswer,
  ListPage,
  PaymentMethodRecord,
  RefundRecord,
  SandboxStore,
  SandboxTx,
} from '#server/adapters/payments/sandbox/sandbox-records.ts';

type Event = { id: string; body: string; attempts: number; dueAt: Date | null; createdAt: Date };
type State = {
  methods: Map<string, PaymentMethodRecord>;
  intents: Map<string, IntentRecord>;
  charges: Map<string, ChargeRecord>;
  refunds: Map<string, RefundRecord>;
  keys: Map<string, KeptAnswer & { createdAt: Date }>;
  events: Map<string, Event>;
};

export function memorySandboxStore(): SandboxStore {
  let state: State = {
    methods: new Map(),
    intents: new Map(),
    charges: new Map(),
    refunds: new Map(),
    keys: new Map(),
    events: new Map(),
  };
  let queue: Promise<unknown> = Promise.resolve();

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = queue.then(work);
    queue = turn.catch(() => undefined);
    return turn;
  };

  return {
    transaction: (work) =>
      inTurn(async () => {
        const draft = structuredClone(state);
        const result = await work(transactionOn(draft));
        state = draft;
        return result;
      }),
    claimDueEvent: (now, leasedUntil) =>
      inTurn(async () => {
        const due = [...state.events.values()]
          .filter((event) => event.dueAt !== null && event.dueAt <= now)
          .sort((a, b) => Number(a.dueAt) - Number(b.dueAt))[0];
        if (due === undefined) return null;
        due.attempts += 1;
        due.dueAt = leasedUntil;
        return { id: due.id, body: due.body, attempts: due.attempts };
      }),
    nextEventDueAt: () =>
      inTurn(async () => {
        const dues = [...state.events.values()].flatMap((event) => event.dueAt ?? []);
        return dues.length === 0 ? null : new Date(Math.min(...dues.map(Number)));
      }),
    markEventDelivered: (id) =>
      inTurn(async () => {
        const event = state.events.get(id);
        if (event !== undefined) event.dueAt = null;
      }),
    returnEvent: (id, dueAt, countTry) =>
      inTurn(async () => {
        const event = state.events.get(id);
        if (event === undefined) return;
        event.dueAt = dueAt;
        if (!countTry) event.attempts -= 1;
      }),
    forgetBefore: (moment) =>
      inTurn(async () => {
        for (const [key, kept] of state.keys) if (kept.createdAt < moment) state.keys.delete(key);
        for (const [id, event] of state.events) {
          if (event.dueAt === null && event.createdAt < moment) state.events.delete(id);
        }
      }),
  };
}

/** Newest first. */
function pageOf<T extends { readonly id: string; readonly createdAt: Date }>(
  records: readonly T[],
  { limit, after, madeFrom = 0, madeTo = Number.POSITIVE_INFINITY }: ListPage,
): readonly T[] {
  const made = records.filter(({ createdAt }) => {
    const second = Math.floor(createdAt.getTime() / 1_000);
    return second >= madeFrom && second <= madeTo;
  });
  const sorted = made.toSorted((a, b) => Number(b.createdAt) - Number(a.createdAt) || (a.id < b.id ? 1 : -1));
  const from = after === undefined ? 0 : sorted.findIndex(({ id }) => id === after) + 1;
  return sorted.slice(from, from + limit);
}

function transactionOn(state: State): SandboxTx {
  return {
    async claimKey(key, use, now, expiredBefore) {
      const held = state.keys.get(key);
      if (held !== undefined && held.createdAt >= expiredBefore) return held;
      state.keys.set(key, { ...use, status: 0, body: '', createdAt: now });
      return null;
    },
    async keepAnswer(key, status, body) {
      const held = state.keys.get(key);
      if (held !== undefined) state.keys.set(key, { ...held, status, body });
    },
    async insertPaymentMethod(record) {
      state.methods.set(record.id, record);
    },
    findPaymentMethod: async (id) => state.methods.get(id) ?? null,
    async spendPaymentMethod(id, intentId) {
      const method = state.methods.get(id);
      if (method === undefined || method.spentOn !== null) return false;
      state.methods.set(id, { ...method, spentOn: intentId });
      return true;
    },
    async insertIntent(record) {
      state.intents.set(record.id, record);
    },
    findIntent: async (id) => state.intents.get(id) ?? null,
    findIntentByChallenge: async (challengeId) =>
      [...state.intents.values()].find((intent) => intent.challengeId === challengeId) ?? null,
    listIntents: async (page) => pageOf([...state.intents.values()], page),
    async moveIntent(id, from, to) {
      const intent = state.intents.get(id);
      if (intent === undefined || !from.statuses.includes(intent.status)) return null;
      if (from.challengeId !== undefined && from.challengeId !== intent.challengeId) return null;
      const moved = { ...intent, ...to };
      state.intents.set(id, moved);
      return moved;
    },
    async insertCharge(record) {
      state.charges.set(record.id, record);
    },
    findCharge: async (id) => state.charges.get(id) ?? null,
    async refundCharge(id, amount) {
      const charge = state.charges.get(id);
      if (charge === undefined || charge.decline !== null) return null;
      if (charge.amountRefunded + amount > charge.amount) return null;
      const refunded = { ...charge, amountRefunded: charge.amountRefunded + amount };
      state.charges.set(id, refunded);
      return refunded;
    },
    async endFailedRefunds(chargeId, now) {
      const charge = state.charges.get(chargeId);
      if (charge === undefined) return;
      let { amountRefunded } = charge;
      for (const refund of state.refunds.values()) {
        if (
          refund.chargeId !== chargeId ||
          refund.outcome !== 'fails' ||
          Number(refund.settlesAt) > Number(now)
        )
          continue;
        state.refunds.set(refund.id, { ...refund, outcome: 'failed', settlesAt: null });
        amountRefunded -= refund.amount;
      }
      state.charges.set(chargeId, { ...charge, amountRefunded });
    },
    async insertRefund(record) {
      state.refunds.set(record.id, record);
    },
    findRefund: async (id) => state.refunds.get(id) ?? null,
    listRefunds: async (page, { intentId, chargeId }) =>
      pageOf(
        [...state.refunds.values()].filter(
          (refund) =>
            (intentId === undefined || refund.intentId === intentId) &&
            (chargeId === undefined || refund.chargeId === chargeId),
        ),
        page,
      ),
    async insertEvent(id, body, now, dueAt) {
      state.events.set(id, { id, body, attempts: 0, dueAt, createdAt: now });
    },
  };
}
