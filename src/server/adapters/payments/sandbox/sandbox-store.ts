/** The payment sandbox's state in PostgreSQL: the only SQL on the tables of the schema `sandbox`. */
import type pg from 'pg';
import * as z from 'zod';
import type { SandboxStore, SandboxTx } from './sandbox-records.ts';
import { ChargeRow, EventRow, IntentRow, KeyRow, PaymentMethodRow, RefundRow } from './sandbox-rows.ts';

/** Keeps the sandbox's state on this pool. The tables are made by the migration `0003_payment_sandbox`. */
export function postgresSandboxStore(pool: pg.Pool): SandboxStore {
  return {
    async transaction(work) {
      const client = await pool.connect();
      let failure: Error | undefined;
      try {
        await client.query('BEGIN');
        const result = await work(transactionOn(client));
        await client.query('COMMIT');
        return result;
      } catch (error) {
        // A connection on which even this fails is not given back to the pool.
        await client.query('ROLLBACK').catch((broken: unknown) => {
          failure = broken instanceof Error ? broken : new Error('rollback failed', { cause: broken });
        });
        throw error;
      } finally {
        client.release(failure);
      }
    },

    claimDueEvent: (now, leasedUntil) =>
      first(
        pool,
        EventRow,
        `UPDATE sandbox.event SET attempts = attempts + 1, due_at = $2
          WHERE id = (SELECT id FROM sandbox.event WHERE due_at <= $1
                       ORDER BY due_at, created_at LIMIT 1 FOR UPDATE SKIP LOCKED)
          RETURNING id, body, attempts`,
        [now, leasedUntil],
      ),

    async nextEventDueAt() {
      const row = await first(
        pool,
        z.object({ due_at: z.date().nullable() }),
        'SELECT min(due_at) AS due_at FROM sandbox.event WHERE due_at IS NOT NULL',
        [],
      );
      return row?.due_at ?? null;
    },

    async markEventDelivered(id, at) {
      await pool.query('UPDATE sandbox.event SET due_at = NULL, delivered_at = $2 WHERE id = $1', [id, at]);
    },

    async returnEvent(id, dueAt, countTry) {
      await pool.query('UPDATE sandbox.event SET due_at = $2, attempts = attempts - $3 WHERE id = $1', [
        id,
        dueAt,
        countTry ? 0 : 1,
      ]);
    },

    async forgetBefore(moment) {
      await pool.query('DELETE FROM sandbox.idempotency_key WHERE created_at < $1', [moment]);
      await pool.query('DELETE FROM sandbox.event WHERE due_at IS NULL AND created_at < $1', [moment]);
    },
  };
}

function transactionOn(client: pg.PoolClient): SandboxTx {
  return {
    async claimKey(key, use, now, expiredBefore) {
      // Waits for another transaction that holds the same key. Then either that one rolled back and the key is ours,
      // or it is there to be read, by the next statement's fresh view.
      const claimed = await client.query(
        `INSERT INTO sandbox.idempotency_key AS held (key, method_path, fingerprint, created_at)
         VALUES ($1, $2, $3, $4)
         ON CONFLICT (key) DO UPDATE
           SET method_path = excluded.method_path, fingerprint = excluded.fingerprint,
               status = NULL, body = NULL, created_at = excluded.created_at
           WHERE held.created_at < $5`,
        [key, use.methodPath, use.fingerprint, now, expiredBefore],
      );
      if (claimed.rowCount === 1) return null;
      return first(
        client,
        KeyRow,
        'SELECT method_path, fingerprint, status, body FROM sandbox.idempotency_key WHERE key = $1',
        [key],
      );
    },

    async keepAnswer(key, status, body) {
      await client.query('UPDATE sandbox.idempotency_key SET status = $2, body = $3 WHERE key = $1', [
        key,
        status,
        body,
      ]);
    },

    insertPaymentMethod: (record) =>
      insert(client, 'sandbox.payment_method', {
        id: record.id,
        brand: record.brand,
        last4: record.last4,
        exp_month: record.expMonth,
        exp_year: record.expYear,
        funding: record.funding,
        behaviour: record.behaviour,
        cvc_given: record.cvcGiven,
        billing_details: json(record.billingDetails),
        spent_on: record.spentOn,
        created_at: record.createdAt,
      }),

    findPaymentMethod: (id) =>
      first(client, PaymentMethodRow, 'SELECT * FROM sandbox.payment_method WHERE id = $1', [id]),

    async spendPaymentMethod(id, intentId) {
      const { rowCount } = await client.query(
        'UPDATE sandbox.payment_method SET spent_on = $2 WHERE id = $1 AND spent_on IS NULL',
        [id, intentId],
      );
      return rowCount === 1;
    },

    insertIntent: (record) =>
      insert(client, 'sandbox.payment_intent', {
        id: record.id,
        client_secret: record.clientSecret,
        status: record.status,
        amount: record.amount,
        currency: record.currency,
        description: record.description,
        receipt_email: record.receiptEmail,
        metadata: json(record.metadata),
        payment_method_id: record.paymentMethodId,
        latest_charge_id: record.latestChargeId,
        challenge_id: record.challengeId,
        last_failure: json(record.lastFailure),
        cancellation_reason: record.cancellationReason,
        canceled_at: record.canceledAt,
        created_at: record.createdAt,
      }),

    findIntent: (id) => first(client, IntentRow, 'SELECT * FROM sandbox.payment_intent WHERE id = $1', [id]),

    findIntentByChallenge: (challengeId) =>
      first(client, IntentRow, 'SELECT * FROM sandbox.payment_intent WHERE challenge_id = $1', [challengeId]),

    listIntents: ({ limit, after, madeFrom, madeTo }) =>
      all(
        client,
        IntentRow,
        `SELECT * FROM sandbox.payment_intent
          WHERE ($1::text IS NULL OR (created_at, id COLLATE "C") <
                 (SELECT created_at, id COLLATE "C" FROM sandbox.payment_intent WHERE id = $1))
            AND created_at >= to_timestamp(coalesce($3::bigint, 0))
            AND ($4::bigint IS NULL OR created_at < to_timestamp($4::bigint + 1))
          ORDER BY created_at DESC, id COLLATE "C" DESC LIMIT $2`,
        [after ?? null, limit, madeFrom ?? null, madeTo ?? null],
      ),

    moveIntent: (id, from, to) =>
      first(
        client,
        IntentRow,
        `UPDATE sandbox.payment_intent
            SET status = $4, payment_method_id = $5, latest_charge_id = $6, challenge_id = $7,
                last_failure = $8, cancellation_reason = $9, canceled_at = $10
          WHERE id = $1 AND status = ANY($2::text[]) AND ($3::text IS NULL OR challenge_id = $3)
          RETURNING *`,
        [
          id,
          from.statuses,
          from.challengeId ?? null,
          to.status,
          to.paymentMethodId,
          to.latestChargeId,
          to.challengeId,
          json(to.lastFailure),
          to.cancellationReason,
          to.canceledAt,
        ],
      ),

    insertCharge: (record) =>
      insert(client, 'sandbox.charge', {
        id: record.id,
        payment_intent_id: record.intentId,
        payment_method_id: record.paymentMethodId,
        amount: record.amount,
        amount_refunded: record.amountRefunded,
        currency: record.currency,
        decline: json(record.decline),
        created_at: record.createdAt,
      }),

    findCharge: (id) => first(client, ChargeRow, 'SELECT * FROM sandbox.charge WHERE id = $1', [id]),

    refundCharge: (id, amount) =>
      first(
        client,
        ChargeRow,
        `UPDATE sandbox.charge SET amount_refunded = amount_refunded + $2
          WHERE id = $1 AND decline IS NULL AND amount_refunded + $2 <= amount
          RETURNING *`,
        [id, amount],
      ),

    async endFailedRefunds(chargeId, now) {
      await client.query(
        `WITH failed AS (
           UPDATE sandbox.refund SET outcome = 'failed', settles_at = NULL
            WHERE charge_id = $1 AND outcome = 'fails' AND settles_at <= $2 RETURNING amount
         )
         UPDATE sandbox.charge SET amount_refunded = amount_refunded - (SELECT sum(amount) FROM failed)
          WHERE id = $1 AND EXISTS (SELECT FROM failed)`,
        [chargeId, now],
      );
    },

    insertRefund: (record) =>
      insert(client, 'sandbox.refund', {
        id: record.id,
        charge_id: record.chargeId,
        payment_intent_id: record.intentId,
        amount: record.amount,
        currency: record.currency,
        reason: record.reason,
        metadata: json(record.metadata),
        outcome: record.outcome,
        settles_at: record.settlesAt,
        created_at: record.createdAt,
      }),

    findRefund: (id) => first(client, RefundRow, 'SELECT * FROM sandbox.refund WHERE id = $1', [id]),

    listRefunds: ({ limit, after, madeFrom, madeTo }, { intentId, chargeId }) =>
      all(
        client,
        RefundRow,
        `SELECT * FROM sandbox.refund
          WHERE ($1::text IS NULL OR (created_at, id COLLATE "C") <
                 (SELECT created_at, id COLLATE "C" FROM sandbox.refund WHERE id = $1))
            AND ($3::text IS NULL OR payment_intent_id = $3)
            AND ($4::text IS NULL OR charge_id = $4)
            AND created_at >= to_timestamp(coalesce($5::bigint, 0))
            AND ($6::bigint IS NULL OR created_at < to_timestamp($6::bigint + 1))
          ORDER BY created_at DESC, id COLLATE "C" DESC LIMIT $2`,
        [after ?? null, limit, intentId ?? null, chargeId ?? null, madeFrom ?? null, madeTo ?? null],
      ),

    async insertEvent(id, body, now, dueAt) {
      await insert(client, 'sandbox.event', { id, body, due_at: dueAt, created_at: now });
    },
  };
}

async function first<T>(
  on: pg.Pool | pg.PoolClient,
  row: z.ZodType<T>,
  text: string,
  values: readonly unknown[],
): Promise<T | null> {
  const [found] = await all(on, row, text, values);
  return found ?? null;
}

async function all<T>(
  on: pg.Pool | pg.PoolClient,
  row: z.ZodType<T>,
  text: string,
  values: readonly unknown[],
): Promise<readonly T[]> {
  const { rows } = await on.query<Record<string, unknown>>(text, [...values]);
  return rows.map((one) => row.parse(one));
}

/** Inserts one row. Names of tables and columns are this file's own, never input. */
async function insert(client: pg.PoolClient, table: string, row: Record<string, unknown>): Promise<void> {
  const columns = Object.keys(row);
  const places = columns.map((_, index) => `$${index + 1}`);
  await client.query(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places.join(', ')})`,
    Object.values(row),
  );
}

// Sent as text: the driver would turn an array into PostgreSQL's own notation, and null must stay SQL's NULL.
function json(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}
