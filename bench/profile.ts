/** Where the shop's CPU time went, from the profiles that V8 wrote. */
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';

const Profile = z.object({
  nodes: z.array(
    z.object({
      id: z.number(),
      callFrame: z.object({ functionName: z.string(), url: z.string(), lineNumber: z.number() }),
    }),
  ),
  samples: z.array(z.number()),
  timeDeltas: z.array(z.number()),
});

const LONGEST_LIST = 25;
const NOT_WORK = new Set(['(idle)', '(root)', '(program)']);
const PROJECT = join(import.meta.dirname, '..');

/** The packages and functions with the most time of their own, as a share of all time that was not idle. Empties the folder. */
export async function formatProfile(folder: string): Promise<string> {
  const byPlace = new Map<string, number>();
  const byFunction = new Map<string, number>();
  let totalUs = 0;
  for (const file of await readdir(folder)) {
    const profile = Profile.parse(JSON.parse(await readFile(join(folder, file), 'utf8')));
    const frames = new Map(profile.nodes.map((node) => [node.id, node.callFrame]));
    profile.samples.forEach((id, at) => {
      const frame = frames.get(id);
      const us = profile.timeDeltas[at] ?? 0;
      if (frame === undefined || NOT_WORK.has(frame.functionName)) return;
      const place = placeOf(frame.url, frame.functionName);
      const name = `${frame.functionName || '(anonymous)'}  ${place.file}:${frame.lineNumber + 1}`;
      totalUs += us;
      byPlace.set(place.package, (byPlace.get(place.package) ?? 0) + us);
      byFunction.set(name, (byFunction.get(name) ?? 0) + us);
    });
    await rm(join(folder, file));
  }
  const list = (times: Map<string, number>) =>
    [...times]
      .sort(([, a], [, b]) => b - a)
      .slice(0, LONGEST_LIST)
      .map(([name, us]) => `${((us / totalUs) * 100).toFixed(1).padStart(6)} %  ${name}`)
      .join('\n');
  return `\nCPU time by package:\n${list(byPlace)}\n\nCPU time by function:\n${list(byFunction)}\n`;
}

function placeOf(url: string, functionName: string): { package: string; file: string } {
  if (url === '') return { package: functionName.startsWith('(') ? functionName : 'native code', file: '' };
  if (url.startsWith('node:')) return { package: 'node', file: url };
  const path = url.startsWith('file:') ? fileURLToPath(url) : url;
  const installed = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\/(.*)/.exec(path);
  if (installed !== null) return { package: installed[1] ?? '', file: `${installed[1]}/${installed[2]}` };
  const file = path.startsWith(PROJECT) ? path.slice(PROJECT.length + 1) : path;
  return { package: file.split('/', 2).join('/'), file };
}
