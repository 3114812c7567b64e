/** What an owner does with parts: add, change, delete. */
import type * as z from 'zod';
import type { PartChange, PartInput } from '#contract/catalogue.ts';
import { changedFacts } from '#domain/audit/facts.ts';
import { changedMeanwhile } from '#domain/catalogue/changed-meanwhile.ts';
import { fromDecimal } from '#domain/money.ts';
import type { ExchangeRate } from '#domain/pricing/exchange.ts';
import { isRefusal, refuse, refuseWith } from '#domain/refusal.ts';
import type { Audit } from '#server/audit/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { inTransaction, violatedConstraint } from '#server/platform/db/transaction.ts';
import { answerOnce } from '#server/platform/idempotency.ts';
import type { ShopDeps } from '#server/shop-deps.ts';
import { openStock } from '#server/stock/adjust-stock.ts';
import { lockStock } from '#server/stock/reserve.ts';
import type { User } from '#server/users/caller.ts';
import { settingsOf } from './part-body.ts';
import { factsOfKept, factsOfPart } from './part-facts.ts';
import {
  archivePart,
  deletePart,
  ensureBrand,
  findPartTypeId,
  hasHistory,
  insertPart,
  lockQuantityRule,
  nextPartId,
  readPartValues,
  refreshSearch,
  updatePart,
} from './part-store.ts';

type Deps = Pick<ShopDeps, 'databases' | 'exchange' | 'now'>;

/** The brand of parts that are given none: the shop's own. */
const HOUSE_BRAND = 'Mainshaft';

/** Adds a part with its first stock. Without a number of its own it is numbered by its SKU. */
export function addPart(
  deps: Deps,
  admin: User,
  input: z.output<typeof PartInput>,
  idempotencyKey: string | undefined,
  audit: Audit,
) {
  const now = deps.now();
  const call = {
    userId: admin.id,
    operation: 'partsCreate',
    key: idempotencyKey,
    request: input,
    now,
    audit,
  };
  const add = () =>
    inTransaction(deps.databases.write, (tx) =>
      answerOnce(tx, call, async (claimed) => {
        const keep = await claimed;
        const partTypeId = await partTypeIdOf(tx, input.partType);
        if (isRefusal(partTypeId)) return partTypeId;
        const priceMinor = listPriceMinor(input.price, deps.exchange);
        if (isRefusal(priceMinor)) return priceMinor;
        const [id, brandId] = await Promise.all([
          nextPartId(tx),
          ensureBrand(tx, input.brand ?? HOUSE_BRAND),
        ]);
        const sku = `MS-P${String(id).padStart(6, '0')}`;
        const partNumber = input.partNumber ?? sku;
        const part = { ...input, id, sku, partTypeId, brandId, partNumber, priceMinor, imageUrl: input.img };
        const firstStock = {
          partId: id,
          units: input.stock,
          actorId: admin.id,
          reason: 'first stock',
          now,
        };
        const [, , , { object, facts }] = await Promise.all([
          insertPart(tx, part, now),
          openStock(tx, firstStock),
          refreshSearch(tx, [id]),
          factsOfPart(tx, id, deps.exchange.list),
        ]);
        await audit.write(tx, { object, after: { ...facts, stock: input.stock } });
        return keep({ insertedId: String(id), acknowledged: true as const });
      }),
    );
  return refusingTakenNumbers(() => passingTakenSkus(add));
}

/** Changes the given fields of a part, unless one of them is not what the caller says it was. */
export function changePart(
  deps: Deps,
  id: number,
  { was = {}, ...change }: z.output<typeof PartChange>,
  audit: Audit,
) {
  return refusingTakenNumbers(() =>
    inTransaction(deps.databases.write, async (tx) => {
      const rule = await lockQuantityRule(tx, id);
      if (rule === undefined) return refuse('NOT_FOUND');
      // Read behind the lock: whoever changes the part at the same moment has done it by now, or waits.
      const before = await readPartValues(tx, id);
      const now = changedMeanwhile(change, was, settingsOf(before, deps.exchange));
      if (Object.keys(now).length > 0) return refuseWith('CHANGED_MEANWHILE', { now });
      if ((change.minOrder ?? rule.minOrder) % (change.orderMultiple ?? rule.orderMultiple) !== 0) {
        return refuse('MINIMUM_NOT_A_MULTIPLE');
      }
      const { price, img: imageUrl, brand, partType, ...plain } = change;
      const partTypeId = partType === undefined ? undefined : await partTypeIdOf(tx, partType);
      if (isRefusal(partTypeId)) return partTypeId;
      const brandId = brand === undefined ? undefined : await ensureBrand(tx, brand);
      const priceMinor = price === undefined ? undefined : listPriceMinor(price, deps.exchange);
      if (isRefusal(priceMinor)) return priceMinor;
      const [, , { object, facts }] = await Promise.all([
        updatePart(tx, id, { ...plain, partTypeId, brandId, imageUrl, priceMinor }, deps.now()),
        refreshSearch(tx, [id]),
        factsOfPart(tx, id, deps.exchange.list),
      ]);
      await audit.write(tx, {
        object,
        ...changedFacts(factsOfKept(id, before, deps.exchange.list).facts, facts),
      });
      return { changed: true as const };
    }),
  );
}

/** Takes a part out of the shop: deleted when nothing ever happened to it, else archived. */
export function removePart(deps: Deps, id: number, audit: Audit) {
  return inTransaction(deps.databases.write, async (tx) => {
    if (!(await archivePart(tx, id, deps.now()))) return refuse('NOT_FOUND');
    // Whoever orders or counts a part holds its stock until that is written. So what happened to it is seen behind this lock, and
    // nothing more can happen. The part itself is locked by its deletion alone: after its stock, as orders lock them.
    const [, { object, facts }, isKept] = await Promise.all([
      lockStock(tx, [id]),
      factsOfPart(tx, id, deps.exchange.list),
      hasHistory(tx, id),
    ]);
    await Promise.all([
      audit.write(tx, { object, before: facts, after: { keptForOrders: isKept } }),
      isKept ? refreshSearch(tx, [id]) : deletePart(tx, id),
    ]);
    return { deletedCount: 1 };
  });
}

/** The part type with this code; a part may have none. */
async function partTypeIdOf(tx: Tx, code: string | null) {
  return code === null ? null : ((await findPartTypeId(tx, code)) ?? refuse('UNKNOWN_PART_TYPE'));
}

/** A price in the list currency's smallest unit, which some currencies have fewer of than the API's two places. */
function listPriceMinor(price: number, exchange: ExchangeRate) {
  return fromDecimal(price, exchange.list) ?? refuse('PRICE_NOT_IN_CURRENCY');
}

/** So many parts in a row may have been brought by a file with the SKUs of parts that were yet to be added. */
const MAX_TAKEN_SKUS = 1_000;

/** Tries again where the SKU of a new part is taken. Its number is never counted back, so the next try has the next one. */
async function passingTakenSkus<T>(add: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await add();
    } catch (error) {
      if (violatedConstraint(error) !== 'part_sku_key' || tries === MAX_TAKEN_SKUS) throw error;
    }
  }
}

/** A number that its brand already has is a refusal, told by the index that keeps it unique. */
async function refusingTakenNumbers<T>(work: () => Promise<T>) {
  try {
    return await work();
  } catch (error) {
    if (violatedConstraint(error) === 'part_brand_number') return refuse('PART_NUMBER_TAKEN');
    throw error;
  }
}
