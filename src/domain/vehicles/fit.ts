/**
 * Whether a part fits a vehicle, never said more surely than what is known.
 *
 * - `fits`: it is listed for the vehicle, without a condition.
 * - `fitsIf`: it is listed only under conditions that nobody but the buyer can know.
 * - `doesNotFit`: vehicles are listed for the part, and this one is not among them.
 * - `unknown`: no vehicle at all is listed for the part.
 */
export const FITS = ['fits', 'fitsIf', 'doesNotFit', 'unknown'] as const;
export type Fit = (typeof FITS)[number];

/** One way in which a part is listed for a vehicle. */
export type Application = {
  /** Such as "Front axle"; empty where it is not said. */
  readonly position: string;
  /** The condition under which it fits, such as "with ABS"; empty where there is none. */
  readonly qualifiers: string;
  readonly quantityPerVehicle: number;
};

/**
 * Judges by the applications that list the part for the vehicle.
 *
 * @param hasFitments whether the part is listed for any vehicle.
 */
export function judgeFit(applications: readonly Application[], hasFitments: boolean): Fit {
  if (applications.some((application) => application.qualifiers === '')) return 'fits';
  if (applications.length > 0) return 'fitsIf';
  return hasFitments ? 'doesNotFit' : 'unknown';
}

/** The conditions of a part that fits only if…, each once, in the order in which they are listed. */
export function conditionsOf(applications: readonly Application[]): string[] {
  return [...new Set(applications.map((application) => application.qualifiers))].filter(
    (condition) => condition !== '',
  );
}

/** A condition as a question to the buyer, to be answered by yes or no: "with ABS" → "Does it have ABS?" */
export function askCondition(condition: string): string {
  const [, word, rest] = /^(with|without|for) (.+)$/su.exec(condition) ?? [];
  if (rest === undefined) return `Is it so: ${condition}?`;
  switch (word) {
    case 'with':
      return `Does it have ${rest}?`;
    case 'without':
      return `Is it without ${rest}?`;
    default:
      return `Is it ${condition}?`;
  }
}

/** What a buyer said of the conditions of a part: the one that their vehicle meets, or that it meets none of them. */
export type FitAnswer = { readonly met: string } | 'none';

/**
 * The fit with the buyer's answer. It settles only what was open: an answer that speaks of another condition, as after
 * the list was changed, settles nothing.
 */
export function settleFit(
  fit: Fit,
  applications: readonly Application[],
  answer: FitAnswer | undefined,
): Fit {
  if (fit !== 'fitsIf' || answer === undefined) return fit;
  if (answer === 'none') return 'doesNotFit';
  return conditionsOf(applications).includes(answer.met) ? 'fits' : fit;
}

/** Where on the vehicle it goes, each place once; places that it goes only under a condition are left out of a sure fit. */
export function positionsOf(applications: readonly Application[]): string[] {
  const sure = applications.filter((application) => application.qualifiers === '');
  const shown = sure.length > 0 ? sure : applications;
  return [...new Set(shown.map((application) => application.position))].filter((position) => position !== '');
}
