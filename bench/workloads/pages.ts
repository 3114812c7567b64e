/** Public pages, rendered on the server: as they are, compressed as browsers ask for them, and when a browser has them already. */
import { withAnswerWorkload } from './answers.ts';
import type { RunGroup, Stage } from './stage.ts';

const PLAIN = { accept: 'text/html' };
const BROWSER = { ...PLAIN, 'accept-encoding': 'gzip, deflate, br, zstd' };

export const runPages: RunGroup = async (stage, each) => {
  const pages = { home: '/', list: '/catalogue', part: await partPage(stage) };
  for (const [page, path] of Object.entries(pages)) {
    await withAnswerWorkload({ name: `${page} page, plain`, path, headers: PLAIN }, stage, each);
    await withAnswerWorkload({ name: `${page} page, as a browser`, path, headers: BROWSER }, stage, each);
  }
  const known = { name: 'home page, known already', path: '/', headers: BROWSER, isKnown: true };
  await withAnswerWorkload(known, stage, each);
};

/** The address of a part that the list shows. */
async function partPage({ shop }: Stage): Promise<string> {
  const list = await (await fetch(`${shop.url}/catalogue`)).text();
  const [path] = /\/catalogue\/[\w-]+\/[a-z0-9]+(?=")/.exec(list) ?? [];
  if (path === undefined) throw new Error('The list shows no part');
  return path;
}
