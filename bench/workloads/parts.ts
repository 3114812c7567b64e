/** The first page of the catalogue, as the API gives it. */
import { withAnswerWorkload } from './answers.ts';
import type { RunGroup } from './stage.ts';

export const runParts: RunGroup = (stage, each) =>
  withAnswerWorkload({ name: 'GET /api/parts', path: '/api/parts', headers: {} }, stage, each);
