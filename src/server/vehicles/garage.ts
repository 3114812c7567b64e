/** The operations of garages: everyone's own vehicles, and nobody else's. */
import { randomUUID } from 'node:crypto';
import type { Handlers } from '#contract/kernel/operation.ts';
import { type GarageVehicleBody, MAX_GARAGE_VEHICLES, type vehicles } from '#contract/vehicles.ts';
import { refuse, refuseWith } from '#domain/refusal.ts';
import { engineKey } from '#domain/vehicles/engine.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { answerOnce } from '#server/platform/idempotency.ts';
import type { ShopDeps } from '#server/shop-deps.ts';
import type { ShopCallers } from '#server/users/caller.ts';
import {
  addToGarage,
  changeInGarage,
  findInGarage,
  type GarageVehicle,
  type KeptInGarage,
  listGarage,
  lockGarage,
  removeFromGarage,
} from './garage-store.ts';
import { vehicleBody } from './vehicle-body.ts';

type Operations = Pick<
  typeof vehicles,
  'garageList' | 'garageAdd' | 'garageMoveIn' | 'garageChange' | 'garageRemove'
>;
const UNNAMED = { name: '', plate: '', vin: '', notes: '' } as const;

/** The same vehicle: another engine is another one. */
const isSame = (a: KeptInGarage, b: KeptInGarage) =>
  a.vehicleId === b.vehicleId && engineKey(a.engine) === engineKey(b.engine);

export function garageHandlers({
  databases,
  now,
}: Pick<ShopDeps, 'databases' | 'now'>): Handlers<Operations, ShopCallers> {
  // One's own, just changed: always where it is written.
  const db = databases.write;
  const listOf = async (userId: string) => (await listGarage(db, userId)).map(garageVehicleBody);
  return {
    garageList: ({ caller }) => listOf(caller.id),
    garageAdd: ({ body, caller, idempotencyKey: key }) =>
      inTransaction(db, (tx) =>
        answerOnce(
          tx,
          { userId: caller.id, operation: 'garageAdd', key, request: body, now: now() },
          async (claimed) => {
            const keep = await claimed;
            const kept = await lockGarage(tx, caller.id);
            if (kept.length >= MAX_GARAGE_VEHICLES) {
              return refuseWith(
                'GARAGE_FULL',
                { limit: MAX_GARAGE_VEHICLES },
                `A garage holds ${MAX_GARAGE_VEHICLES} vehicles; take one out first`,
              );
            }
            const { vehicle: vehicleId, ...notes } = body;
            const id = randomUUID();
            await addToGarage(tx, caller.id, [{ ...notes, id, vehicleId }], now());
            const added = await findInGarage(tx, caller.id, id);
            return added === undefined ? refuse('UNKNOWN_VEHICLE') : keep(garageVehicleBody(added));
          },
        ),
      ),
    garageMoveIn: async ({ body, caller }) => {
      await inTransaction(db, async (tx) => {
        const kept = await lockGarage(tx, caller.id);
        const chosen = body.vehicles.map((one) =>
          typeof one === 'number'
            ? { vehicleId: one, engine: '' }
            : { vehicleId: one.vehicle, engine: one.engine },
        );
        const isNew = (one: KeptInGarage, index: number) =>
          !kept.some((other) => isSame(one, other)) &&
          chosen.findIndex((other) => isSame(one, other)) === index;
        const added = chosen.filter(isNew).slice(0, Math.max(0, MAX_GARAGE_VEHICLES - kept.length));
        if (added.length === 0) return;
        const rows = added.map((one) => ({ ...UNNAMED, ...one, id: randomUUID() }));
        await addToGarage(tx, caller.id, rows, now());
      });
      return listOf(caller.id);
    },
    garageChange: async ({ params, body, caller }) => {
      const isChanged = await changeInGarage(db, caller.id, params.id, body, now());
      const changed = isChanged ? await findInGarage(db, caller.id, params.id) : undefined;
      return changed === undefined ? refuse('NOT_FOUND') : garageVehicleBody(changed);
    },
    garageRemove: async ({ params, caller }) =>
      (await removeFromGarage(db, caller.id, params.id)) ? { deletedCount: 1 } : refuse('NOT_FOUND'),
  };
}

function garageVehicleBody({ vehicle, createdAt, ...kept }: GarageVehicle): GarageVehicleBody {
  return { ...kept, vehicle: vehicleBody(vehicle), createdAt: createdAt.toISOString() };
}
