/**
 * Whether a part fits a vehicle, never said more surely than what is known.
 *
 * - `fits`: it is listed for the vehicle, without a condition.
 * - `fitsIf`: it is listed only under conditions that nobody but the buyer can know.
 * - `doesNotFit`: vehicles are listed for the part, and this one, or its engine, is not among them.
 * - `unknown`: no vehicle at all is listed for the part.
 */
import { compareEngines } from './engine.ts';

export const FITS = ['fits', 'fitsIf', 'doesNotFit', 'unknown'] as const;
export type Fit = (typeof FITS)[number];

/** One way in which a part is listed for a vehicle. */
export type Application = {
  /** Such as "Front axle"; empty where it is not said. */
  readonly position: string;
  /** The engine that it is for; empty where it is for any. */
  readonly engine: string;
  /** The condition under which it fits, such as "with ABS"; empty where there is none. */
  readonly qualifiers: string;
  readonly quantityPerVehicle: number;
};

/** What is left of a part's applications once the engine is known. */
export type ForEngine = {
  /** Without those for another engine; an engine that is the vehicle's own is no condition any more. */
  readonly applications: readonly Application[];
  /** The engines of those that were left out, each once. */
  readonly otherEngines: readonly string[];
};

/** @param engine of the vehicle, as its fitments name it; '' where it is not known, which leaves all as it is. */
export function forEngine(applications: readonly Application[], engine: string): ForEngine {
  if (engine === '') return { applications, otherEngines: [] };
  const judged = applications.map((application) => ({
    application,
    verdict: application.engine === '' ? 'same' : compareEngines(application.engine, engine),
  }));
  return {
    applications: judged.flatMap(({ application, verdict }) =>
      verdict === 'other' ? [] : [verdict === 'same' ? { ...application, engine: '' } : application],
    ),
    otherEngines: [
      ...new Set(
        judged.flatMap(({ application, verdict }) => (verdict === 'other' ? [application.engine] : [])),
      ),
    ],
  };
}

/**
 * Judges by the applications that list the part for the vehicle.
 *
 * @param hasFitments whether the part is listed for any vehicle.
 */
export function judgeFit(applications: readonly Application[], hasFitments: boolean): Fit {
  if (applications.some((application) => conditionOf(application) === '')) return 'fits';
  if (applications.length > 0) return 'fitsIf';
  return hasFitments ? 'doesNotFit' : 'unknown';
}

/** That the vehicle has this engine, as a condition among others. */
export const engineCondition = (engine: string): string => `with engine ${engine}`;

/** What all has to be so for an application to count; none where it counts in any case. */
function partsOf({ engine, qualifiers }: Application): string[] {
  return [engine === '' ? '' : engineCondition(engine), qualifiers].filter((condition) => condition !== '');
}

/** The condition of one application in words: "with engine 2.0 TDI, with ABS"; empty where there is none. */
export const conditionOf = (application: Application): string => partsOf(application).join(', ');

/** The conditions of a part that fits only if…, each once, in the order in which they are listed. */
export function conditionsOf(applications: readonly Application[]): string[] {
  return [...new Set(applications.map(conditionOf))].filter((condition) => condition !== '');
}

/** All that a buyer may be asked of a part, each once: engines by their conditions, too. */
export function answerableOf(applications: readonly Application[]): string[] {
  return [...new Set(applications.flatMap(partsOf))];
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
 * The fit with the buyer's answers, which settle only what was open: one application of which all is met makes it fit, and
 * only when each of them has something that is not met it doesn't. Answers to other conditions settle nothing.
 */
export function settleFit(fit: Fit, applications: readonly Application[], answers: ConditionAnswers): Fit {
  if (fit !== 'fitsIf') return fit;
  if (metCondition(applications, answers) !== undefined) return 'fits';
  return applications.every((application) => isRuledOut(application, answers)) ? 'doesNotFit' : 'fitsIf';
}

/** The condition of the first application of which the buyer said that all is met. */
export function metCondition(
  applications: readonly Application[],
  answers: ConditionAnswers,
): string | undefined {
  const met = applications.find((application) => {
    const parts = partsOf(application);
    return parts.length > 0 && parts.every((condition) => answerTo(answers, condition) === true);
  });
  return met && conditionOf(met);
}

function isRuledOut(application: Application, answers: ConditionAnswers): boolean {
  return partsOf(application).some((condition) => answerTo(answers, condition) === false);
}

/** What is still to be asked of a part that fits only if…: which engine it has, then conditions. */
export type OpenQuestions = { readonly engines: readonly string[]; readonly conditions: readonly string[] };

export function openQuestions(
  applications: readonly Application[],
  answers: ConditionAnswers,
): OpenQuestions {
  const open = applications.filter((application) => !isRuledOut(application, answers));
  const isOpen = (condition: string) => answerTo(answers, condition) === undefined;
  const engines = open.map(({ engine }) => engine).filter((engine) => engine !== '');
  const conditions = open.map(({ qualifiers }) => qualifiers).filter((condition) => condition !== '');
  return {
    engines: [...new Set(engines)].filter((engine) => isOpen(engineCondition(engine))),
    conditions: [...new Set(conditions)].filter(isOpen),
  };
}

// Conditions are anybody's text, so one may be called like something that every object has.
function answerTo(answers: ConditionAnswers, condition: string): boolean | undefined {
  return Object.hasOwn(answers, condition) ? answers[condition] : undefined;
}

/** Where on the vehicle it goes, each place once; places that it goes only under a condition are left out of a sure fit. */
export function positionsOf(applications: readonly Application[]): string[] {
  const shown = surestOf(applications);
  return [...new Set(shown.map((application) => application.position))].filter((position) => position !== '');
}

/** The applications without a condition; all of them where each has one. */
export function surestOf(applications: readonly Application[]): readonly Application[] {
  const sure = applications.filter((application) => conditionOf(application) === '');
  return sure.length > 0 ? sure : applications;
}
