/** The buyer's vehicle in this browser: the chosen one, those chosen before, and what was said of them. */
import type { VehicleBody } from '#contract/vehicles.ts';
import type { ConditionAnswers } from '#domain/vehicles/fit.ts';
import { keptInBrowser, useKept } from '#web/kept-in-browser.ts';
import { type KeptVehicles, NO_VEHICLES, parseKeptVehicles } from './kept-vehicles.ts';

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

function useShelf(): KeptVehicles {
  return useKept(shelf);
}

/** The chosen vehicle; null where none is, on the server, and in the first moment in the browser. */
export function useChosenVehicle(): VehicleBody | null {
  return useShelf().chosen;
}

/** Vehicles chosen lately, newest first. */
export function useRecentVehicles(): readonly VehicleBody[] {
  return useShelf().recent;
}

const NO_ANSWERS: ConditionAnswers = {};

/** What the buyer said of a vehicle. */
export function useConditionAnswers(vehicleId: number | undefined): ConditionAnswers {
  const { answers } = useShelf();
  return (vehicleId === undefined ? undefined : answers[vehicleId]) ?? NO_ANSWERS;
}

// Whether somebody is, or may be, signed in: what they choose is theirs to put into their garage, or not.
let isOwn = true;

/** Told as soon as it is known that nobody is signed in, and when somebody is. */
export function noteGuest(isGuest: boolean): void {
  isOwn = !isGuest;
}

/** Vehicles that were chosen while nobody was signed in. */
export function guestVehicles(): readonly number[] {
  return current().guest;
}

/** They are in a garage now. */
export function noteMovedIn(vehicles: readonly number[]): void {
  change((shelf) => ({ ...shelf, guest: shelf.guest.filter((id) => !vehicles.includes(id)) }));
}

/** Chooses a vehicle, in all tabs. */
export function chooseVehicle(vehicle: VehicleBody): void {
  change((shelf) => ({
    ...shelf,
    chosen: vehicle,
    guest: isOwn
      ? shelf.guest
      : [vehicle.id, ...shelf.guest.filter((id) => id !== vehicle.id)].slice(0, RECENT_AT_MOST),
    recent: [vehicle, ...shelf.recent.filter(({ id }) => id !== vehicle.id)].slice(0, RECENT_AT_MOST),
  }));
}

/** No vehicle is chosen any more; it stays among the recent ones. */
export function clearVehicle(): void {
  change((shelf) => ({ ...shelf, chosen: null }));
}

/** Takes a vehicle away altogether, with all that was said of it. */
export function forgetVehicle(vehicleId: number): void {
  change(({ chosen, recent, guest, answers }) => {
    const { [vehicleId]: _, ...others } = answers;
    return {
      chosen: chosen?.id === vehicleId ? null : chosen,
      recent: recent.filter(({ id }) => id !== vehicleId),
      guest: guest.filter((id) => id !== vehicleId),
      answers: others,
    };
  });
}

/** Keeps what the buyer said of a vehicle; `undefined` takes it back. */
export function answerCondition(vehicleId: number, condition: string, answer: boolean | undefined): void {
  change((shelf) => {
    const { [condition]: _, ...rest } = shelf.answers[vehicleId] ?? {};
    const said = answer === undefined ? rest : { ...rest, [condition]: answer };
    return { ...shelf, answers: { ...shelf.answers, [vehicleId]: said } };
  });
}

/** The chosen vehicle at this moment. What a render has may be older: while a page is hydrated there is none. */
export function chosenVehicle(): VehicleBody | null {
  return current().chosen;
}
