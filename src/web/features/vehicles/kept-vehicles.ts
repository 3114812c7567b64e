/** What this browser keeps of vehicles, read back from its own text, which may be old or somebody else's. */
import type { VehicleBody } from '#contract/vehicles.ts';
import type { ConditionAnswers } from '#domain/vehicles/fit.ts';

export type KeptVehicles = {
  readonly chosen: VehicleBody | null;
  /** Newest first, the chosen one among them. */
  readonly recent: readonly VehicleBody[];
  /** Ids of those that were chosen while nobody was signed in, and are in no garage yet. */
  readonly guest: readonly number[];
  /** Vehicle → condition → whether it is so. */
  readonly answers: Readonly<Record<string, ConditionAnswers>>;
};

export const NO_VEHICLES: KeptVehicles = { chosen: null, recent: [], guest: [], answers: {} };

/** Takes what makes sense, and leaves out the rest. */
export function parseKeptVehicles(text: string | null): KeptVehicles {
  let kept: unknown;
  try {
    kept = JSON.parse(text ?? 'null');
  } catch {
    return NO_VEHICLES;
  }
  if (!isRecord(kept)) return NO_VEHICLES;
  return {
    chosen: isVehicle(kept.chosen) ? kept.chosen : null,
    recent: Array.isArray(kept.recent) ? kept.recent.filter(isVehicle) : [],
    guest: Array.isArray(kept.guest) ? kept.guest.filter((id) => Number.isInteger(id)) : [],
    answers: isRecord(kept.answers) ? answersOf(kept.answers) : {},
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

function isVehicle(value: unknown): value is VehicleBody {
  return (
    isRecord(value) &&
    Number.isInteger(value.id) &&
    Number.isInteger(value.year) &&
    ['make', 'model', 'name'].every((field) => typeof value[field] === 'string') &&
    (value.kind === 'car' || value.kind === 'truck' || value.kind === 'motorcycle')
  );
}
