/** The home page, rendered on the server: as it is, and compressed as browsers ask for it. */
import { withAnswerWorkload } from './answers.ts';
import type { RunGroup } from './stage.ts';

const BROWSER = { accept: 'text/html', 'accept-encoding': 'gzip, deflate, br, zstd' };

export const runHome: RunGroup = async (stage, each) => {
  await withAnswerWorkload(
    { name: 'GET / (plain)', path: '/', headers: { accept: 'text/html' } },
    stage,
    each,
  );
  await withAnswerWorkload({ name: 'GET / (as a browser)', path: '/', headers: BROWSER }, stage, each);
};
