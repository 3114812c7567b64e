/** Lighthouse with its mobile defaults: a slow phone on slow 4G, simulated from what a run on this machine showed. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';
import { CHROMIUM_FLAGS } from '../../scripts/chromium-flags.ts';
import { endWithBench, isBenchStopped } from '../end-with-bench.ts';
import { median } from '../statistics.ts';
import type { PageFigure } from './figures.ts';

const run = promisify(execFile);
const PROGRAM = join(import.meta.dirname, 'lighthouse/node_modules/lighthouse/cli/index.js');
const FLAGS = ['--headless=new', ...CHROMIUM_FLAGS].join(' ');

const Metric = z.object({ numericValue: z.number() });
const Report = z.object({
  categories: z.object({ performance: z.object({ score: z.number() }) }),
  audits: z.object({
    'first-contentful-paint': Metric,
    'largest-contentful-paint': Metric,
    'total-blocking-time': Metric,
    'cumulative-layout-shift': Metric,
    'speed-index': Metric,
  }),
});

/** Now and then it loses the trace of its own browser, and asks to be run again. */
const TRIES = 3;

async function runOnce(url: string, path: string, chromiumPath: string): Promise<void> {
  const args = [
    PROGRAM,
    url,
    '--quiet',
    '--only-categories=performance',
    '--output=json',
    `--output-path=${path}`,
    `--chrome-flags=${FLAGS}`,
  ];
  for (let left = TRIES; ; left -= 1) {
    try {
      const done = run(process.execPath, args, { env: { ...process.env, CHROME_PATH: chromiumPath } });
      // By this one it ends its browser, too.
      endWithBench(done.child, 'SIGINT');
      await done;
      return;
    } catch (error) {
      if (left === 1 || isBenchStopped()) throw error;
      console.error(`Lighthouse, once more: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

type LighthouseReport = z.infer<typeof Report>;

/**
 * Runs it several times, each with a browser that has just started, by turns with the same page without its script: a machine that
 * others share is not as fast in each minute.
 */
export async function runLighthouse(
  page: string,
  { url, bareUrl }: { readonly url: string; readonly bareUrl: string },
  runs: number,
  chromiumPath: string,
  folder: string,
): Promise<PageFigure[]> {
  const reports: LighthouseReport[] = [];
  const bareReports: LighthouseReport[] = [];
  for (let at = 0; at < runs; at += 1) {
    reports.push(await reportOf(url, chromiumPath, folder));
    bareReports.push(await reportOf(bareUrl, chromiumPath, folder));
  }
  const figure = (
    name: string,
    unit: PageFigure['unit'],
    read: (report: LighthouseReport) => number,
    limit?: number,
  ): PageFigure => {
    const values = reports.map(read);
    const worst = unit === 'points' ? Math.min(...values) : Math.max(...values);
    const measured = { page, name, unit, value: median(values), worst, bare: median(bareReports.map(read)) };
    return limit === undefined ? measured : { ...measured, limit };
  };
  const audit = (
    name: string,
    key: keyof LighthouseReport['audits'],
    unit: PageFigure['unit'],
    limit?: number,
  ) => figure(name, unit, ({ audits }) => audits[key].numericValue, limit);
  const points = ({ categories }: LighthouseReport) => Math.round(categories.performance.score * 100);
  return [
    { ...figure('Lighthouse performance', 'points', points, 100), worstLimit: 99 },
    audit('first contentful paint', 'first-contentful-paint', 'ms'),
    audit('largest contentful paint', 'largest-contentful-paint', 'ms', 1_500),
    audit('total blocking time', 'total-blocking-time', 'ms', 100),
    audit('layout shift', 'cumulative-layout-shift', '', 0),
    audit('speed index', 'speed-index', 'ms'),
  ];
}

async function reportOf(url: string, chromiumPath: string, folder: string): Promise<LighthouseReport> {
  const place = await mkdtemp(join(folder, 'lighthouse-'));
  const path = join(place, 'report.json');
  await runOnce(url, path, chromiumPath);
  const report = Report.parse(JSON.parse(await readFile(path, 'utf8')));
  await rm(place, { recursive: true, force: true });
  return report;
}
