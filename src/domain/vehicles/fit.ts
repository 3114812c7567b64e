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

/** What a buyer said of their vehicle: condition → whether it is so. What they were not asked is not in it. */
export type ConditionAnswers = Readonly<Record<string, boolean>>;

/**
 * The fit with the buyer's answers, which settle only what was open: one condition that is met makes it fit, and only
 * when none of them is met it doesn't. Answers to other conditions settle nothing.
 */
export function settleFit(fit: Fit, applications: readonly Application[], answers: ConditionAnswers): Fit {
  if (fit !== 'fitsIf') return fit;
  if (metCondition(applications, answers) !== undefined) return 'fits';
  const isNone = conditionsOf(applications).every((condition) => answerTo(answers, condition) === false);
  return isNone ? 'doesNotFit' : 'fitsIf';
}

/** The first condition of a part that the buyer said is met. */
export function metCondition(
  applications: readonly Application[],
  answers: ConditionAnswers,
): string | undefined {
  return conditionsOf(applications).find((condition) => answerTo(answers, condition) === true);
}

// Conditions are anybody's text, so one may be called like something that every object has.
function answerTo(answers: ConditionAnswers, condition: string): boolean | undefined {
  return Object.hasOwn(answers, condition) ? answers[condition] : undefined;
}

/** Where on the vehicle it goes, each place once; places that it goes only under a condition are left out of a sure fit. */
export function positionsOf(applications: readonly Application[]): string[] {
  const sure = applications.filter((application) => application.qualifiers === '');
  const shown = sure.length > 0 ? sure : applications;
  return [...new Set(shown.map((application) => application.position))].filter((position) => position !== '');
}
