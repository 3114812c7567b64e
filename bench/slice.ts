/** A slice: one short stretch of load on one subject, and what it cost. */
import { availableParallelism } from 'node:os';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuMsOf, familyCpuMs, forgetPeakMemory, machineCpuMs, peakMemoryBytes } from './processes.ts';

export type Timing = {
  readonly connections: number;
  /** Load before anything is counted. */
  readonly warmUpMs: number;
  readonly windowMs: number;
};

/** Whose CPU time and memory are read. */
export type Watched = {
  readonly serverPid: number;
  /** Of servers beside it that share the load; what they cost is added up. */
  readonly otherServerPids?: readonly number[];
  /** PostgreSQL's first process, where it is on this machine and takes part. */
  readonly databasePid?: number | undefined;
};

export type Slice = {
  readonly latenciesMs: Float64Array;
  readonly wallMs: number;
  readonly serverCpuMs: number;
  readonly databaseCpuMs: number | undefined;
  readonly serverPeakBytes: number;
  /** How much of the window the event loop of whoever made the load was busy, from 0 to 1. */
  readonly loadBusy: number;
  /** How much of the machine went to processes that have nothing to do with it, from 0 to 1. */
  readonly othersBusy: number;
};

/** Told of every answer, as it comes. */
export type OnAnswer = (latencyMs: number) => void;

/**
 * Watches a window of a load that this very process makes.
 *
 * @param start starts the load, which tells each latency to `record`, and answers how to stop it
 */
export async function watchSlice(
  { warmUpMs, windowMs }: Timing,
  watched: Watched,
  start: (record: OnAnswer) => () => Promise<void>,
): Promise<Slice> {
  const { serverPid, otherServerPids = [], databasePid } = watched;
  const pids = [serverPid, ...otherServerPids];
  const sumOf = (read: (pid: number) => number) => pids.reduce((sum, pid) => sum + read(pid), 0);
  const databaseCpuMs = () => (databasePid === undefined ? 0 : familyCpuMs(databasePid));
  const latenciesMs: number[] = [];
  let isCounting = false;
  pids.forEach(forgetPeakMemory);
  const stop = start((latencyMs) => {
    if (isCounting) latenciesMs.push(latencyMs);
  });
  await sleep(warmUpMs);

  const databaseBefore = databaseCpuMs();
  const machineBefore = machineCpuMs();
  const loadCpuBefore = process.cpuUsage();
  const cpuBefore = sumOf(cpuMsOf);
  const loopBefore = performance.eventLoopUtilization();
  const beganAt = performance.now();
  isCounting = true;
  await sleep(windowMs);
  isCounting = false;
  const wallMs = performance.now() - beganAt;
  const { utilization } = performance.eventLoopUtilization(loopBefore);
  const serverCpuMs = sumOf(cpuMsOf) - cpuBefore;
  const loadCpu = process.cpuUsage(loadCpuBefore);
  const machineMs = machineCpuMs() - machineBefore;
  const databaseMs = databaseCpuMs() - databaseBefore;
  const serverPeakBytes = sumOf(peakMemoryBytes);
  await stop();
  // Where the load and the server are one process, its time must not be taken off twice.
  const loadMs = serverPid === process.pid ? 0 : (loadCpu.user + loadCpu.system) / 1000;
  const othersMs = Math.max(0, machineMs - serverCpuMs - databaseMs - loadMs);
  return {
    latenciesMs: Float64Array.from(latenciesMs),
    wallMs,
    serverCpuMs,
    databaseCpuMs: databasePid === undefined ? undefined : databaseMs,
    serverPeakBytes,
    loadBusy: utilization,
    othersBusy: othersMs / (wallMs * availableParallelism()),
  };
}
