/** The buyer's vehicle in this browser: the chosen one, those chosen before, and what was said of them. */
import type { ConditionAnswers } from '#domain/vehicles/fit.ts';
import { keptInBrowser, useKept } from '#web/kept-in-browser.ts';
import {
  type KeptVehicles,
  NO_VEHICLES,
  parseKeptVehicles,
  type VehiclePlace,
  withChosen,
} from './kept-vehicles.ts';
import { type OwnVehicle, vehicleKey } from './own-vehicle.ts';

const RECENT_AT_MOST = 6;

const shelf = keptInBrowser({
  key: 'mainshaft.vehicles',
  none: NO_VEHICLES,
  parse: parseKeptVehicles,
  onChange: keepRoom,
});
const { current, change } = shelf;

/** The same mark that the script before the first paint sets: room for what is told of a vehicle's parts. */
function keepRoom({ chosen }: KeptVehicles): void {
  if (chosen === null) delete document.documentElement.dataset.vehicle;
  else document.documentElement.dataset.vehicle = 'likely';
}

/** To be called when it is known that no address brings a vehicle: the room that was kept for one goes, unless one is chosen. */
export function noteNoneComes(): void {
  keepRoom(current());
}

function useShelf(): KeptVehicles {
  return useKept(shelf);
}

/** The chosen vehicle; null where none is, on the server, and in the first moment in the browser. */
export function useChosenVehicle(): OwnVehicle | null {
  return useShelf().chosen;
}

/** Vehicles chosen lately, newest first. */
export function useRecentVehicles(): readonly OwnVehicle[] {
  return useShelf().recent;
}

const NO_ANSWERS: ConditionAnswers = {};

/** What the buyer said of a vehicle. */
export function useConditionAnswers(vehicle: VehiclePlace | null): ConditionAnswers {
  const { answers } = useShelf();
  return (vehicle === null ? undefined : answers[vehicleKey(vehicle)]) ?? NO_ANSWERS;
}

// Whether somebody is, or may be, signed in: what they choose is theirs to put into their garage, or not.
let isOwn = true;

/** Told as soon as it is known that nobody is signed in, and when somebody is. */
export function noteGuest(isGuest: boolean): void {
  isOwn = !isGuest;
}

/** Vehicles that were chosen while nobody was signed in. */
export function guestVehicles(): readonly VehiclePlace[] {
  return current().guest;
}

/** They are in a garage now. */
export function noteMovedIn(vehicles: readonly VehiclePlace[]): void {
  const moved = new Set(vehicles.map(vehicleKey));
  change((shelf) => ({ ...shelf, guest: shelf.guest.filter((one) => !moved.has(vehicleKey(one))) }));
}

/** Chooses a vehicle, in all tabs. */
export function chooseVehicle(vehicle: OwnVehicle): void {
  change((shelf) => withChosen(shelf, vehicle, { isGuest: !isOwn, limit: RECENT_AT_MOST }));
}

/** No vehicle is chosen any more; it stays among the recent ones. */
export function clearVehicle(): void {
  change((shelf) => ({ ...shelf, chosen: null }));
}

/** Takes a vehicle away altogether, whatever its engine, with all that was said of it. */
export function forgetVehicle(vehicleId: number): void {
  const isOther = ({ id }: VehiclePlace) => id !== vehicleId;
  change(({ chosen, recent, guest, answers }) => ({
    chosen: chosen !== null && isOther(chosen) ? chosen : null,
    recent: recent.filter(isOther),
    guest: guest.filter(isOther),
    answers: Object.fromEntries(
      Object.entries(answers).filter(([key]) => key.split(' ', 1)[0] !== String(vehicleId)),
    ),
  }));
}

/** Keeps what the buyer said of a vehicle; `undefined` takes it back. */
export function answerCondition(vehicle: VehiclePlace, condition: string, answer: boolean | undefined): void {
  const key = vehicleKey(vehicle);
  change((shelf) => {
    const { [condition]: _, ...rest } = shelf.answers[key] ?? {};
    const said = answer === undefined ? rest : { ...rest, [condition]: answer };
    return { ...shelf, answers: { ...shelf.answers, [key]: said } };
  });
}

/** The chosen vehicle at this moment. What a render has may be older: while a page is hydrated there is none. */
export function chosenVehicle(): OwnVehicle | null {
  return current().chosen;
}
