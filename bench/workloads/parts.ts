/** The first page of the catalogue, as the API gives it: as it is, compressed as browsers ask for it, and when a browser has it already. */
import { AS_BROWSERS_ASK } from '../as-browsers-ask.ts';
import { withAnswerWorkload } from './answers.ts';
import type { RunGroup } from './stage.ts';

export const runParts: RunGroup = async (stage, each) => {
  const path = '/api/parts';
  await withAnswerWorkload({ name: 'GET /api/parts', path, headers: {} }, stage, each);
  await withAnswerWorkload(
    { name: 'GET /api/parts, as a browser', path, headers: AS_BROWSERS_ASK },
    stage,
    each,
  );
  const known = { name: 'GET /api/parts, known already', path, headers: AS_BROWSERS_ASK, isKnown: true };
  await withAnswerWorkload(known, stage, each);
};
