/** What a call comes to that answers everybody alike, with all that it takes to keep the answer. */
import type { AnswerCache } from '../cache/answer-cache.ts';
import type { ForEverybody, Restocked } from '../cache/made-answer.ts';
import { ownBytes } from '../cache/own-bytes.ts';
import type { ShownByName, UnitsForSale } from '../cache/shown.ts';
import { headersOf, wholeAnswer } from './answer.ts';
import type { Source } from './call.ts';
import type { Prepared } from './prepare.ts';
import type { Success } from './run.ts';

/** What it takes to keep the answers of operations. */
export type Keeping = {
  readonly answers: AnswerCache;
  /** What each tells of what changes often. Where only numbers of units change, one that is here is the same but for them. */
  readonly shown: ShownByName;
  /** An answer of one of them, as JSON, with these numbers of units. */
  readonly restockJson: (json: string, units: UnitsForSale) => string;
};

/** @throws Error where the handler returned something that cannot be sent, which is a fault */
export function keptCall(
  { shown, restockJson }: Keeping,
  operation: Prepared,
  success: Success,
  source: Source,
): ForEverybody {
  const { bytes, headers } = wholeAnswer(operation, headersOf(operation), success, source.requestId);
  return {
    headers,
    shown: shown[operation.name]?.(success.value, source.query(operation)) ?? 'anything',
    ...restockable(bytes, restockJson),
  };
}

function restockable(json: Buffer<ArrayBuffer>, restockJson: Keeping['restockJson']): Restocked {
  return {
    bytes: json,
    tag: undefined,
    restock: (units) => restockable(ownBytes(restockJson(json.toString(), units)), restockJson),
  };
}
