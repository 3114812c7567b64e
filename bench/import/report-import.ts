/** The figures of imports, as a table. */
import { percentile } from '../statistics.ts';
import { aligned } from '../table.ts';
import type { BareImport } from './bare-import.ts';
import type { ImportFile } from './import-files.ts';
import type { Brought } from './owner.ts';
import type { Disk, Phase } from './phase.ts';

export type ImportFigures = {
  readonly rows: number;
  readonly phases: readonly Phase[];
  readonly limits: { readonly parts: BareImport; readonly fitments: BareImport };
  /** How long after a batch the search found its last part, once a look. */
  readonly seenMs: readonly number[];
  readonly disk: Disk;
  readonly files: { readonly parts: ImportFile; readonly fitments: ImportFile };
  readonly brought: readonly Brought[];
};

/** What the shop's process may have in memory. */
const MEMORY_LIMIT_MB = 250;
const SEEN_LIMIT_MS = 2_000;

export function formatImport({ phases, limits, seenMs, disk }: ImportFigures): string {
  const rows = phases.map((phase) => [
    phase.name,
    phase.rows === 0 ? '' : String(phase.rows),
    phase.seconds.toFixed(1),
    phase.rows === 0 ? '' : String(Math.round(phase.rows / phase.seconds)),
    phase.shopCpuSeconds.toFixed(1),
    phase.databaseCpuSeconds?.toFixed(1) ?? '',
    megabytes(phase.peakMemoryBytes),
    phase.loopP99Ms.toFixed(0),
    phase.loopMaxMs.toFixed(0),
    phase.buyers.p50Ms.toFixed(1),
    phase.buyers.p99Ms.toFixed(1),
    phase.buyers.maxMs.toFixed(0),
  ]);
  const head = [
    '',
    'rows',
    's',
    'rows/s',
    'CPU s',
    'DB s',
    'MB',
    'loop p99',
    'max',
    'buyers p50',
    'p99',
    'max',
  ];
  const gigabytes = (bytes: number) => (bytes / 1e9).toFixed(2);
  return [
    aligned([head, ...rows]),
    '',
    ...(['parts', 'fitments'] as const).map((kind) => sentenceOf(kind, phases, limits[kind])),
    `The shop's process: at most ${megabytes(Math.max(...phases.map((phase) => phase.peakMemoryBytes)))} MB (limit ${MEMORY_LIMIT_MB}).`,
    `The search found the last part of a batch after ${percentile(seenMs, 0.5).toFixed(0)} ms (p50), ${percentile(seenMs, 1).toFixed(0)} ms at most (limit ${SEEN_LIMIT_MS}), over ${seenMs.length} batches.`,
    `Disk: ${gigabytes(disk.beforeBytes)} GB before, ${gigabytes(disk.peakBytes)} at most, ${gigabytes(disk.afterBytes)} after.`,
  ].join('\n');
}

const megabytes = (bytes: number): string => (bytes / 1_048_576).toFixed(0);

function sentenceOf(kind: 'parts' | 'fitments', phases: readonly Phase[], limit: BareImport): string {
  const ours = phases
    .filter(({ name }) => name.startsWith(`${kind},`))
    .reduce((sum, { seconds }) => sum + seconds, 0);
  const bare = limit.copySeconds + limit.insertSeconds;
  return `${kind}: ${ours.toFixed(0)} s in all; bare COPY ${limit.copySeconds.toFixed(1)} s and INSERT … SELECT ${limit.insertSeconds.toFixed(1)} s: ${(ours / bare).toFixed(1)} times the limit.`;
}
