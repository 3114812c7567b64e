/** What this browser keeps of vehicles, read back from its own text, which may be old or somebody else's. */
import type { ConditionAnswers } from '#domain/vehicles/fit.ts';
import { type OwnVehicle, ownVehicle, vehicleKey } from './own-vehicle.ts';

/** Which vehicle, and which engine it has. */
export type VehiclePlace = Pick<OwnVehicle, 'id' | 'engine'>;

export type KeptVehicles = {
  readonly chosen: OwnVehicle | null;
  /** Newest first, the chosen one among them. */
  readonly recent: readonly OwnVehicle[];
  /** Those that were chosen while nobody was signed in, and are in no garage yet. */
  readonly guest: readonly VehiclePlace[];
  /** A vehicle's key → condition → whether it is so. */
  readonly answers: Readonly<Record<string, ConditionAnswers>>;
};

export const NO_VEHICLES: KeptVehicles = { chosen: null, recent: [], guest: [], answers: {} };

/** Takes what makes sense, and leaves out the rest. What was kept before there were engines has none. */
export function parseKeptVehicles(text: string | null): KeptVehicles {
  let kept: unknown;
  try {
    kept = JSON.parse(text ?? 'null');
  } catch {
    return NO_VEHICLES;
  }
  if (!isRecord(kept)) return NO_VEHICLES;
  return {
    chosen: vehicleOf(kept.chosen) ?? null,
    recent: Array.isArray(kept.recent) ? kept.recent.flatMap((one) => vehicleOf(one) ?? []) : [],
    guest: Array.isArray(kept.guest) ? kept.guest.flatMap((one) => placeOf(one) ?? []) : [],
    answers: isRecord(kept.answers) ? answersOf(kept.answers) : {},
  };
}

/** With this vehicle chosen; `limit` is how many of those chosen before are kept. */
export function withChosen(
  kept: KeptVehicles,
  vehicle: OwnVehicle,
  { isGuest, limit }: { readonly isGuest: boolean; readonly limit: number },
): KeptVehicles {
  const key = vehicleKey(vehicle);
  // Once its engine is known, the same without it is nothing else.
  const isOther = (other: VehiclePlace) =>
    vehicleKey(other) !== key && !(other.id === vehicle.id && other.engine === '');
  const first = <Place extends VehiclePlace>(one: Place, others: readonly Place[]) =>
    [one, ...others.filter(isOther)].slice(0, limit);
  const { id, engine } = vehicle;
  return {
    chosen: vehicle,
    recent: first(vehicle, kept.recent),
    guest: isGuest ? first<VehiclePlace>({ id, engine }, kept.guest) : kept.guest,
    answers: { ...kept.answers, [key]: kept.answers[key] ?? kept.answers[String(id)] ?? {} },
  };
}

function answersOf(kept: Record<string, unknown>): Record<string, ConditionAnswers> {
  return Object.fromEntries(
    Object.entries(kept).map(([vehicle, said]) => [
      vehicle,
      Object.fromEntries(
        Object.entries(isRecord(said) ? said : {}).filter(
          (entry): entry is [string, boolean] => typeof entry[1] === 'boolean',
        ),
      ),
    ]),
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function vehicleOf(value: unknown): OwnVehicle | undefined {
  if (!isRecord(value)) return undefined;
  const { id, kind, make, model, year, name, engine = '' } = value;
  const isVehicle =
    isWhole(id) &&
    isWhole(year) &&
    typeof make === 'string' &&
    typeof model === 'string' &&
    typeof name === 'string' &&
    (kind === 'car' || kind === 'truck' || kind === 'motorcycle');
  return isVehicle
    ? ownVehicle({ id, kind, make, model, year, name }, typeof engine === 'string' ? engine : '')
    : undefined;
}

function placeOf(value: unknown): VehiclePlace | undefined {
  if (isWhole(value)) return { id: value, engine: '' };
  return isRecord(value) && isWhole(value.id) && typeof value.engine === 'string'
    ? { id: value.id, engine: value.engine }
    : undefined;
}

const isWhole = (value: unknown): value is number => Number.isInteger(value);
