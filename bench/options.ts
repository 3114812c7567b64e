/** What to measure, from the command line. */
import { parseArgs } from 'node:util';

export const GROUPS = ['parts', 'pages', 'cold', 'orders', 'payments'] as const;
export type Group = (typeof GROUPS)[number];

export type Options = {
  readonly groups: readonly Group[];
  /** Measured time of each subject at each number of connections, over all rounds. */
  readonly seconds: number;
  /** Where results are kept, instead of among those of the project. */
  readonly into: string | undefined;
  /** Profile the shop instead of keeping results. */
  readonly profile: boolean;
};

const DEFAULT_SECONDS = 4;

export const USAGE = `npm run bench                      all of it, about twenty minutes
npm run bench -- orders            one part of it: ${GROUPS.join(', ')}
npm run bench -- --seconds 20      longer, so less noise (${DEFAULT_SECONDS} unless told)
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

/** @throws Error with the usage in it */
export function readOptions(args: readonly string[]): Options {
  const { values, positionals } = parse(args);
  const groups = GROUPS.filter((group) => positionals.length === 0 || positionals.includes(group));
  const unknown = positionals.find((name) => !GROUPS.some((group) => group === name));
  const seconds = Number(values.seconds ?? DEFAULT_SECONDS);
  if (unknown !== undefined) throw new Error(`There is no ${unknown} to measure.\n\n${USAGE}`);
  if (!(seconds >= 1 && seconds <= 600)) throw new Error(`--seconds must be from 1 to 600.\n\n${USAGE}`);
  return { groups, seconds, into: values.into, profile: values.profile ?? false };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { seconds: { type: 'string' }, into: { type: 'string' }, profile: { type: 'boolean' } },
    });
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
}
