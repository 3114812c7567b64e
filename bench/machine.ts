/** What the figures were measured on. */
import { execFileSync } from 'node:child_process';
import { statfsSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, release, totalmem } from 'node:os';
import { type BenchDatabase, isOwnServer } from './bench-database.ts';

export type Machine = {
  readonly cpuModel: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly kernel: string;
  readonly node: string;
  readonly postgres: string;
  readonly postgresSettings: Readonly<Record<string, string>>;
  /** Whether the database writes to a disk, or to memory only, where committing costs next to nothing. */
  readonly databaseOn: 'disk' | 'memory' | 'another machine or folder';
  /** Of the minute before the run: above 0 somebody else was at work. */
  readonly loadBefore: number;
  /** The commit measured; with `+` where files had changed since. */
  readonly commit: string;
};

const TMPFS = 0x01021994;
const GIB = 1_073_741_824;
/** What a figure depends on. */
const MEASURED = [
  'src',
  'bench/**/*.ts',
  'scripts',
  'migrations',
  'public',
  'package-lock.json',
  '*.config.ts',
];

/** @param folder of the embedded database */
export function describeMachine(database: BenchDatabase, folder: string, loadBefore: number): Machine {
  const isInMemory = statfsSync(folder).type === TMPFS;
  return {
    cpuModel: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memoryGb: Math.round((totalmem() / GIB) * 10) / 10,
    kernel: release(),
    node: process.version,
    postgres: database.version,
    postgresSettings: database.settings,
    databaseOn: !isOwnServer() ? 'another machine or folder' : isInMemory ? 'memory' : 'disk',
    loadBefore,
    commit: commit(),
  };
}

export const loadOfLastMinute = () => Math.round((loadavg()[0] ?? 0) * 100) / 100;

/** For file names: `amd-epyc-2-cores`. */
export function shortName({ cpuModel, cores }: Machine): string {
  const model = cpuModel
    .toLowerCase()
    .replaceAll(/\((r|tm)\)|\bcpu\b|\bprocessor\b|@.*$/g, ' ')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return `${model === '' ? 'cpu' : model}-${cores}-cores`;
}

function commit(): string {
  try {
    const git = (...args: string[]) =>
      execFileSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8' }).trim();
    const hasChanges = git('status', '--porcelain', '--', ...MEASURED.map((path) => `../${path}`)) !== '';
    return `${git('rev-parse', '--short', 'HEAD')}${hasChanges ? '+' : ''}`;
  } catch {
    return 'unknown';
  }
}
