/** What is read from each shop, looked at before it is measured. */
import { readPartTypes } from '#main/reference/part-types.ts';
import type { Child } from '../child-process.ts';
import type { LoadRequest } from '../load/generator.ts';
import { headersOf, methodOf, type Question } from '../load/question.ts';
import type { Slice, Watched } from '../slice.ts';
import type { PlainPart } from './parts.ts';
import type { ShopFront, Shown } from './shop-beside.ts';

const PAGE_SIZE = 24;
const WORD_COUNT = 100;
const NUMBER_COUNT = 500;
const SHORTEST_WORD = 4;
/** So many of a workload's answers are looked at. */
const LOOKED_AT = 20;
// A prime, so that neighbours in time are far apart and everything has its turn.
const STEP = 7_919;

export type Read = {
  readonly name: string;
  readonly questions: readonly Question[];
  /** Whether the same is asked again and again. */
  readonly isKept: boolean;
  /** @throws Error that says what the answer to this question lacks */
  look(answer: unknown, at: number): void;
};

export function readsOf(front: ShopFront, parts: readonly PlainPart[]): Read[] {
  const pages = parts.length - PAGE_SIZE + 1;
  const spread = (count: number, of: number) => Array.from({ length: count }, (_, at) => (at * STEP) % of);
  // A page may begin with any part, so there are more of them than can be asked for.
  const pageOrder = spread(pages, pages);
  const partOrder = spread(parts.length, parts.length);
  const numberOrder = spread(NUMBER_COUNT, parts.length);
  const words = wordsOfNames();
  const list = (answer: unknown) => lookAtList(front.readList(answer));
  return [
    { name: 'list, its first page', questions: [front.list(0)], isKept: true, look: list },
    {
      name: 'list, another page each time',
      questions: pageOrder.map((from) => front.list(from)),
      isKept: false,
      look: lookAtPages(front),
    },
    {
      name: 'one part, another each time',
      questions: partOrder.map((at) => front.part(at)),
      isKept: false,
      look: (answer, at) => lookAtPart(front.readPart(answer), parts[partOrder[at] ?? 0]),
    },
    {
      name: 'search by a word, another each time',
      questions: words.map((word) => front.search(word)),
      isKept: false,
      look: (answer, at) => lookAtFound(front.readFound(answer), words[at] ?? ''),
    },
    {
      name: 'search by a number, another each time',
      questions: numberOrder.map((at) => front.search(parts[at]?.number ?? '')),
      isKept: false,
      look: (answer, at) => lookAtPart(front.readFound(answer)[0], parts[numberOrder[at] ?? 0]),
    },
  ];
}

/** Words that names have in them, the same ones in every run. */
function wordsOfNames(): string[] {
  const words = readPartTypes().flatMap(({ name }) => name.toLowerCase().split(/[^a-z]+/));
  return [...new Set(words.filter((word) => word.length >= SHORTEST_WORD))].slice(0, WORD_COUNT);
}

const isWhole = ({ name, number, price, picture, isInStock }: Shown) =>
  name !== '' && number !== '' && price > 0 && picture !== '' && isInStock !== false;

function lookAtList(shown: readonly Shown[]): void {
  const numbers = new Set(shown.map(({ number }) => number));
  if (numbers.size !== PAGE_SIZE) throw new Error(`A page has ${numbers.size} parts instead of ${PAGE_SIZE}`);
  const poor = shown.find((part) => !isWhole(part) || part.isInStock === undefined);
  if (poor !== undefined) throw new Error(`A list shows a part as ${JSON.stringify(poor)}`);
}

/** A shop that doesn't understand which page is meant may answer with another one, such as the first. */
function lookAtPages(front: ShopFront): Read['look'] {
  const begunWith = new Set<string>();
  return (answer) => {
    const shown = front.readList(answer);
    lookAtList(shown);
    const number = shown[0]?.number ?? '';
    if (begunWith.has(number)) throw new Error(`Two pages begin with ${number}`);
    begunWith.add(number);
  };
}

function lookAtPart(shown: Shown | undefined, part: PlainPart | undefined): void {
  const isRight =
    shown !== undefined && isWhole(shown) && shown.number === part?.number && shown.name === part.name;
  if (!isRight) throw new Error(`${part?.number} is shown as ${JSON.stringify(shown)}`);
}

function lookAtFound(shown: readonly Shown[], word: string): void {
  if (shown.length === 0 || !shown.every(isWhole)) throw new Error(`${word} finds ${JSON.stringify(shown)}`);
  if (!shown.some(({ name }) => name.toLowerCase().includes(word)))
    throw new Error(`What ${word} finds has it nowhere: ${JSON.stringify(shown)}`);
}

/**
 * Asks some of a workload's questions and looks at the answers.
 *
 * @returns the bytes of the shortest answer
 * @throws Error where one lacks what it should have
 */
export async function lookAtAnswers(url: string, front: ShopFront, read: Read): Promise<number> {
  const { questions, look, name } = read;
  const every = Math.ceil(questions.length / LOOKED_AT);
  let shortest = Number.POSITIVE_INFINITY;
  for (const [at, question] of questions.entries()) {
    if (at % every !== 0) continue;
    const { path, body } = question;
    const answer = await fetch(url + path, {
      method: methodOf(question),
      headers: headersOf(question, front.headers),
      ...(body === undefined ? {} : { body }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${name}: ${path} was answered ${answer.status}: ${text}`);
    look(JSON.parse(text), at);
    shortest = Math.min(shortest, Buffer.byteLength(text));
  }
  return shortest;
}

/** Puts a shop under the load of one workload. Answers that are much too short are failures, whatever their status. */
export function loadRead(
  generator: Child<LoadRequest, Slice>,
  { url, front, read, shortest }: { url: string; front: ShopFront; read: Read; shortest: number },
  timing: LoadRequest['timing'],
  watched: Watched,
): Promise<Slice> {
  const { headers, keepsAnswers } = front;
  return generator.ask({
    url,
    load: {
      ...{ kind: 'questions', headers, questions: read.questions },
      ...{ uniqueBy: keepsAnswers && !read.isKept ? 'turn' : undefined, leastBytes: shortest / 2 },
    },
    timing,
    watched,
  });
}
