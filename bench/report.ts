/** The figures of requests, as a table. */
import type { Machine } from './machine.ts';
import type { Figure, Measured, Target } from './measure.ts';
import type { StartFigure } from './start/measure-start.ts';
import { median } from './statistics.ts';
import { aligned } from './table.ts';

/** Above this the generator had no time left, so a faster server would not have got a better figure. */
const SATURATED = 0.95;
const isSaturated = ({ loadBusy }: Measured) => loadBusy > SATURATED;

type Column = { readonly head: string; readonly cell: (figure: Figure) => string };

const whole = (value: number) => Math.round(value).toLocaleString('en');
/** Three digits that count, for times from microseconds to seconds. */
const ms = (value: number) =>
  value >= 100 ? value.toFixed(0) : value >= 1 ? value.toFixed(2) : value.toFixed(3);
const percent = (value: number) => `${(value * 100).toFixed(value < 0.1 ? 1 : 0)} %`;
const times = (value: number) => (Number.isFinite(value) ? `${value.toFixed(1)}×` : '–');
const database = ({ databaseCpuMsPerRequest: cpuMs }: Measured) => (cpuMs === undefined ? '–' : ms(cpuMs));
const busy = (measured: Measured) => `${percent(measured.loadBusy)}${isSaturated(measured) ? ' !' : ''}`;
/** How far the slowest and fastest rounds are from their middle. */
const noise = ({ roundsPerSecond }: Measured) => {
  const [low, high] = [Math.min(...roundsPerSecond), Math.max(...roundsPerSecond)];
  return (high - low) / (high + low);
};

const COLUMNS: readonly Column[] = [
  { head: 'conn', cell: ({ connections }) => String(connections) },
  { head: 'req/s', cell: ({ ours }) => whole(ours.requestsPerSecond) },
  { head: 'limit', cell: ({ limit }) => whole(limit.requestsPerSecond) },
  { head: 'ratio', cell: ({ ours, limit }) => percent(ours.requestsPerSecond / limit.requestsPerSecond) },
  { head: '±', cell: ({ ours, limit }) => percent(Math.max(noise(ours), noise(limit))) },
  { head: 'p50 ms', cell: ({ ours }) => ms(ours.p50Ms) },
  { head: 'limit', cell: ({ limit }) => ms(limit.p50Ms) },
  { head: 'p99 ms', cell: ({ ours }) => ms(ours.p99Ms) },
  { head: 'limit', cell: ({ limit }) => ms(limit.p99Ms) },
  { head: 'CPU ms', cell: ({ ours }) => ms(ours.cpuMsPerRequest) },
  { head: 'limit', cell: ({ limit }) => ms(limit.cpuMsPerRequest) },
  { head: 'ratio', cell: ({ ours, limit }) => times(ours.cpuMsPerRequest / limit.cpuMsPerRequest) },
  { head: 'DB ms', cell: ({ ours }) => database(ours) },
  { head: 'limit', cell: ({ limit }) => database(limit) },
  { head: 'MB', cell: ({ ours }) => whole(ours.peakMemoryMb) },
  { head: 'limit', cell: ({ limit }) => whole(limit.peakMemoryMb) },
  { head: 'load', cell: ({ ours }) => busy(ours) },
  { head: 'limit', cell: ({ limit }) => busy(limit) },
  { head: 'others', cell: ({ ours, limit }) => percent(Math.max(ours.othersBusy, limit.othersBusy)) },
];

/** All figures as one table, a section for each workload. */
export function formatFigures(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => COLUMNS.map(({ cell }) => cell(figure)));
  const [head = '', ...shown] = aligned([COLUMNS.map(({ head }) => head), ...rows], 0).split('\n');
  const lines = [head];
  figures.forEach((figure, at) => {
    if (figure.name !== figures[at - 1]?.name) lines.push('', `${figure.name}; limit: ${figure.limitIs}`);
    lines.push(shown[at] ?? '');
  });
  return lines.join('\n');
}

/** The most memory that the shop's process may have at any of its figures, and when it has come to rest after its start. */
const MOST_MEMORY_MB = 300;
const MOST_MEMORY_AFTER_START_MB = 200;

type Aim = {
  readonly what: string;
  readonly of: (measured: Measured) => number;
  readonly target: (target: Target) => number | undefined;
  readonly isLeast?: true;
  /** Beside a generator that had no time left it tells nothing of a server. */
  readonly dependsOnGenerator?: true;
  readonly shown: (value: number) => string;
};

const AIMS: readonly Aim[] = [
  {
    what: 'requests/s',
    of: ({ requestsPerSecond }) => requestsPerSecond,
    target: ({ requests }) => requests,
    isLeast: true,
    dependsOnGenerator: true,
    shown: whole,
  },
  { what: 'CPU ms', of: ({ cpuMsPerRequest }) => cpuMsPerRequest, target: ({ cpu }) => cpu, shown: ms },
  { what: 'p99 ms', of: ({ p99Ms }) => p99Ms, target: ({ p99 }) => p99, dependsOnGenerator: true, shown: ms },
];

/**
 * A line for each figure that has a target: the figure, its limit, their ratio, the target; those that miss it marked with `!`, and
 * with `?` those of a generator that had no time left.
 *
 * @param starts where starts were measured, too
 */
export function formatTargets(figures: readonly Figure[], starts: readonly StartFigure[] = []): string {
  const rows = figures.flatMap(({ name, connections, ours, limit, target }) =>
    AIMS.flatMap(({ what, of, target: targetOf, isLeast = false, dependsOnGenerator = false, shown }) => {
      const aim = target && targetOf(target);
      if (aim === undefined) return [];
      const ratio = of(ours) / of(limit);
      const isMet = isLeast ? ratio >= aim : ratio <= aim;
      const isUnknown = dependsOnGenerator && (isSaturated(ours) || isSaturated(limit));
      const values = [shown(of(ours)), shown(of(limit)), ratio.toFixed(2)];
      return [
        [
          `${name}, ${connections}`,
          what,
          ...values,
          `${isLeast ? '≥' : '≤'} ${aim}`,
          isMet ? (isUnknown ? '?' : '') : '!',
        ],
      ];
    }),
  );
  const memoryMb = Math.max(...figures.map(({ ours }) => ours.peakMemoryMb));
  const memory = ['most memory', ...atMost('MB', memoryMb, MOST_MEMORY_MB)];
  const head = ['figure, connections', '', 'shop', 'limit', 'ratio', 'target', ''];
  return aligned([head, ...rows, memory, ...targetsOfStarts(starts)], 2);
}

/** How soon each start gave its first answer, in the middle of its rounds, and the most memory that it came to rest with. */
function targetsOfStarts(starts: readonly StartFigure[]): string[][] {
  const bareMs = starts.find(({ targetMs }) => targetMs === undefined)?.firstAnswerMs;
  return starts.flatMap(({ name, firstAnswerMs, restedMb, targetMs }) =>
    targetMs === undefined
      ? []
      : [
          [`start: ${name}`, ...atMost('ms', median(firstAnswerMs), targetMs, bareMs && median(bareMs))],
          [`started: ${name}`, ...atMost('MB', Math.max(...restedMb), MOST_MEMORY_AFTER_START_MB)],
        ],
  );
}

/** The cells of a figure that has a target of its own, whatever it stands beside. */
function atMost(unit: string, value: number, most: number, limit?: number): string[] {
  const beside = limit === undefined ? ['', ''] : [whole(limit), (value / limit).toFixed(2)];
  return [unit, whole(value), ...beside, `≤ ${whole(most)} ${unit}`, value <= most ? '' : '!'];
}

export function formatMachine(machine: Machine): string {
  const { cpuModel, cores, memoryGb, kernel, node, postgres, databaseOn, loadBefore, commit } = machine;
  return [
    `${cpuModel}, ${cores} cores, ${memoryGb} GB, Linux ${kernel}; load before the run ${loadBefore}`,
    `Node ${node}, PostgreSQL ${postgres} (on ${databaseOn}), commit ${commit}`,
  ].join('\n');
}
