/** Lighthouse with its mobile defaults: a slow phone on slow 4G, simulated from what a run on this machine showed. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';
import { CHROMIUM_FLAGS } from '../../scripts/chromium-flags.ts';
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
      await run(process.execPath, args, { env: { ...process.env, CHROME_PATH: chromiumPath } });
      return;
    } catch (error) {
      if (left === 1) throw error;
      console.error(`Lighthouse, once more: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

/** Runs it several times, each with a browser that has just started. */
export async function runLighthouse(
  page: string,
  url: string,
  runs: number,
  chromiumPath: string,
  folder: string,
): Promise<PageFigure[]> {
  const reports: z.infer<typeof Report>[] = [];
  for (let at = 0; at < runs; at += 1) {
    const place = await mkdtemp(join(folder, 'lighthouse-'));
    const path = join(place, 'report.json');
    await runOnce(url, path, chromiumPath);
    reports.push(Report.parse(JSON.parse(await readFile(path, 'utf8'))));
    await rm(place, { recursive: true, force: true });
  }
  const scores = reports.map(({ categories }) => Math.round(categories.performance.score * 100));
  const audit = (
    name: string,
    key: keyof z.infer<typeof Report>['audits'],
    unit: PageFigure['unit'],
    limit?: number,
  ): PageFigure => {
    const values = reports.map(({ audits }) => audits[key].numericValue);
    const figure = { page, name, unit, value: median(values), worst: Math.max(...values) };
    return limit === undefined ? figure : { ...figure, limit };
  };
  return [
    {
      page,
      name: 'Lighthouse performance',
      unit: 'points',
      value: median(scores),
      worst: Math.min(...scores),
      limit: 100,
      worstLimit: 99,
    },
    audit('first contentful paint', 'first-contentful-paint', 'ms'),
    audit('largest contentful paint', 'largest-contentful-paint', 'ms', 1_500),
    audit('total blocking time', 'total-blocking-time', 'ms', 100),
    audit('layout shift', 'cumulative-layout-shift', '', 0),
    audit('speed index', 'speed-index', 'ms'),
  ];
}
