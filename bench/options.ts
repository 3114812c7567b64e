/** What to measure and how, from the command line. */
import { parseArgs } from 'node:util';
import * as z from 'zod';

export const GROUPS = ['parts', 'pages', 'cold', 'orders', 'payments'] as const;
export type Group = (typeof GROUPS)[number];

const USAGE = `npm run bench                      all of it, about twenty minutes
npm run bench -- orders            one part of it: ${GROUPS.join(', ')}
npm run bench -- --seconds 20      longer, so less noise (4 unless told)
npm run bench -- compare HEAD~1    all of it or a part, now and at a revision, by turns
npm run bench -- parts --profile   where the shop's CPU time goes; keeps no results
npm run bench -- search            the search, on 100,000 parts (--parts 1000000 for more)
npm run bench -- import            files of 100,000 rows while buyers go on (--rows 1000000 for more)
npm run bench -- start             from the start of Node to the first answer, and memory (--rounds 5)
npm run bench -- processes         what 1, 2 and 4 processes and a replica cost (--seconds 4 for each figure)
npm run bench -- soak              whether the shop's process grows, in 20 minutes (--minutes for more)
npm run bench -- browser           what pages weigh, Lighthouse (--runs 5), from page to page, signed in and not
                                   (--walks 40), and how soon they answer a press (--presses 10)
npm run bench -- beside            this shop, Medusa and Vendure with the same parts, one after the other
npm run bench -- relevance         how well judged queries are answered, on the sample catalogue`;

/** Given, or not. */
export const FLAG = z.boolean().default(false);
export const TEXT = z.string().optional();

/** Both bounds are included. */
type Bounds = { readonly from: number; readonly to: number; readonly unlessTold: number };

export function number({ from, to, unlessTold }: Bounds) {
  const error = `must be a number from ${from} to ${to}`;
  return z.coerce.number({ error }).min(from, { error }).max(to, { error }).default(unlessTold);
}

export function wholeNumber({ from, to, unlessTold }: Bounds) {
  const error = `must be a whole number from ${from} to ${to}`;
  return z.coerce
    .number({ error })
    .int({ error })
    .min(from, { error })
    .max(to, { error })
    .default(unlessTold);
}

/** Measured time of each subject at each number of connections, over all rounds. */
export const SECONDS = number({ from: 1, to: 600, unlessTold: 4 });

/**
 * The options of a measurement that takes nothing else.
 *
 * @throws Error with the usage in it
 */
export function readOptions<Shape extends z.ZodRawShape>(args: readonly string[], shape: Shape) {
  const { words, options } = readWords(args, shape);
  const [unknown] = words;
  if (unknown !== undefined) throw misunderstood(`What is ${unknown}?`);
  return options;
}

export type Run = ReturnType<typeof readRun>;

/**
 * The groups that are named, all of them where none is, and their options.
 *
 * @throws Error with the usage in it
 */
export function readRun(args: readonly string[]) {
  const { words, options } = readWords(args, {
    seconds: SECONDS,
    /** Where results are kept, instead of among those of the project. */
    into: TEXT,
    /** Profiles the shop instead of keeping results. */
    profile: FLAG,
  });
  const unknown = words.find((name) => !GROUPS.some((group) => group === name));
  if (unknown !== undefined) throw misunderstood(`There is no ${unknown} to measure.`);
  const groups = GROUPS.filter((group) => words.length === 0 || words.includes(group));
  return { groups, ...options };
}

function readWords<Shape extends z.ZodRawShape>(args: readonly string[], shape: Shape) {
  const { values, positionals: words } = parse(args, shape);
  const read = z.object(shape).safeParse(values);
  if (!read.success) {
    throw misunderstood(
      read.error.issues.map(({ path, message }) => `--${path.join('.')} ${message}.`).join('\n'),
    );
  }
  return { words, options: read.data };
}

function parse(args: readonly string[], shape: z.ZodRawShape) {
  const options = Object.entries(shape).map(
    ([name, schema]) => [name, { type: schema === FLAG ? 'boolean' : 'string' }] as const,
  );
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: Object.fromEntries(options) });
  } catch (error) {
    throw misunderstood(error instanceof Error ? error.message : String(error));
  }
}

const misunderstood = (what: string) => new Error(`${what}\n\n${USAGE}`);
