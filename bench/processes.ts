/** What the system tells of processes: their CPU time and memory, from /proc (Linux only). */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** Linux counts CPU time in ticks of 10 ms, whatever its own clock. */
const MS_PER_TICK = 10;
/** The value that makes /proc/PID/clear_refs forget the peak of the resident memory. */
const FORGET_PEAK = '5';

type ProcessStat = {
  readonly name: string;
  readonly parentPid: number;
  readonly ownCpuMs: number;
  /** Of the children that have ended. */
  readonly endedChildrenCpuMs: number;
};

function readStat(pid: number): ProcessStat | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    return undefined;
  }
  // The name is in brackets and may itself have spaces and brackets; numbers follow the last one.
  const nameEnd = text.lastIndexOf(')');
  const fields = text.slice(nameEnd + 2).split(' ');
  // proc(5) counts fields from 1, and the first one behind the name is the third.
  const field = (number: number) => Number(fields[number - 3]);
  return {
    name: text.slice(text.indexOf('(') + 1, nameEnd),
    parentPid: field(4),
    ownCpuMs: (field(14) + field(15)) * MS_PER_TICK,
    endedChildrenCpuMs: (field(16) + field(17)) * MS_PER_TICK,
  };
}

/**
 * CPU time that a process has used, in ms, to the nearest 10.
 * @throws Error where it doesn't run
 */
export function cpuMsOf(pid: number): number {
  const stat = readStat(pid);
  if (stat === undefined) throw new Error(`Process ${pid} does not run (or this is not Linux)`);
  return stat.ownCpuMs;
}

/** The same of a process and all its children together, those that have ended included. */
export function familyCpuMs(pid: number): number {
  const own = readStat(pid);
  if (own === undefined) return 0;
  let total = own.ownCpuMs + own.endedChildrenCpuMs;
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const stat = readStat(Number(entry));
    if (stat?.parentPid === pid) total += stat.ownCpuMs;
  }
  return total;
}

/** CPU time that the whole machine has used, on all cores; what a host takes away from a virtual machine counts as used. */
export function machineCpuMs(): number {
  const line = readFileSync('/proc/stat', 'latin1').split('\n', 1)[0] ?? '';
  const [user = 0, nice = 0, system = 0, , , irq = 0, softIrq = 0, steal = 0] = line
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return (user + nice + system + irq + softIrq + steal) * MS_PER_TICK;
}

/** The first process of a PostgreSQL on this machine, from one of its connections' pid; undefined for another machine's. */
export function postmasterOf(backendPid: number): number | undefined {
  const backend = readStat(backendPid);
  return backend?.name.startsWith('postgres') ? backend.parentPid : undefined;
}

/** Forgets the peak of a process's memory; where the system doesn't allow it, the peak is that of the whole life. */
export function forgetPeakMemory(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, FORGET_PEAK);
  } catch {
    // Another user's process, or a /proc that is read-only.
  }
}

/** The peak of a process's resident memory. */
export const peakMemoryBytes = (pid: number): number => memoryBytes(pid, 'VmHWM');

/** A process's resident memory as it is now. */
export const residentMemoryBytes = (pid: number): number => memoryBytes(pid, 'VmRSS');

function memoryBytes(pid: number, field: 'VmHWM' | 'VmRSS'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'latin1');
  const kibibytes = new RegExp(`^${field}:\\s*(\\d+) kB$`, 'm').exec(status)?.[1];
  if (kibibytes === undefined) throw new Error(`/proc/${pid}/status has no ${field}`);
  return Number(kibibytes) * 1024;
}
