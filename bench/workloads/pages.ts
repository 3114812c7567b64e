/** Public pages, rendered on the server: as they are, compressed as browsers ask for them, and when a browser has them already. */
import { pathOfAPart } from '../a-part.ts';
import { AS_BROWSERS_ASK } from '../as-browsers-ask.ts';
import { withAnswerWorkload } from './answers.ts';
import type { RunGroup } from './stage.ts';

const PLAIN = { accept: 'text/html' };
const BROWSER = { ...PLAIN, ...AS_BROWSERS_ASK };

export const runPages: RunGroup = async (stage, each) => {
  const pages = { home: '/', list: '/catalogue', part: await pathOfAPart(stage.shop.url) };
  for (const [page, path] of Object.entries(pages)) {
    await withAnswerWorkload({ name: `${page} page, plain`, path, headers: PLAIN }, stage, each);
    await withAnswerWorkload({ name: `${page} page, as a browser`, path, headers: BROWSER }, stage, each);
    const known = { name: `${page} page, known already`, path, headers: BROWSER, isKnown: true };
    await withAnswerWorkload(known, stage, each);
  }
};
