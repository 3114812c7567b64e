/** Reads `docs/specification.md`, and the titles of tests, so that the one can be held to the other. */
import { type CallExpression, type Expression, type Node, parse, type StringLiteral } from '@swc/core';

/** One promise of the page: its id (`2.14`), its words, and the tests that hold it. */
export type Pledge = {
  readonly id: string;
  readonly text: string;
  readonly line: number;
  readonly tests: readonly TestName[];
};
/** A test by its file and title; a title that a file has twice is told apart by its describe before it. */
export type TestName = { readonly file: string; readonly path: readonly string[]; readonly line: number };
export type Page = {
  readonly sections: readonly { readonly number: number; readonly title: string; readonly line: number }[];
  readonly promises: readonly Pledge[];
  /** Lines that look like promises or tests and are neither. */
  readonly unreadable: readonly number[];
};

const SEPARATOR = ' › ';

/**
 * Reads the page. A section is `## 2. Screens and routes`, a promise `- **2.14** …`, each of its tests an indented
 * `- \`tests/…/x.test.ts\` › title`, with the describe between them where the title alone is not enough.
 */
export function readPage(markdown: string): Page {
  const sections: Page['sections'][number][] = [];
  const promises: (Pledge & { tests: TestName[] })[] = [];
  const unreadable: number[] = [];
  for (const [index, text] of markdown.split('\n').entries()) {
    const line = index + 1;
    const section = /^## (\d+)\. (.+)$/.exec(text);
    const promise = /^- \*\*(\d+\.\d+)\*\* (\S.*)$/.exec(text);
    const test = /^ {2}- `(tests\/[^`]+\.test\.ts)` › (\S.*)$/.exec(text);
    if (section !== null) {
      sections.push({ number: Number(section[1]), title: section[2] ?? '', line });
    } else if (promise !== null) {
      promises.push({ id: promise[1] ?? '', text: promise[2] ?? '', line, tests: [] });
    } else if (test !== null && promises.length > 0) {
      promises.at(-1)?.tests.push({ file: test[1] ?? '', path: (test[2] ?? '').split(SEPARATOR), line });
    } else if (/^\s*[-*]\s/.test(text) || /^##\s/.test(text)) {
      unreadable.push(line);
    }
  }
  return { sections, promises, unreadable };
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** The word that a chain such as `it.skip`, `it.each([…])` or `describe.each([…])` begins with, and those behind it. */
function wordsOf(callee: Expression): string[] {
  switch (callee.type) {
    case 'Identifier':
      return [callee.value];
    case 'MemberExpression':
      return [
        ...wordsOf(callee.object),
        ...(callee.property.type === 'Identifier' ? [callee.property.value] : []),
      ];
    case 'CallExpression':
      return callee.callee.type === 'Import' || callee.callee.type === 'Super' ? [] : wordsOf(callee.callee);
    case 'TaggedTemplateExpression':
      return wordsOf(callee.tag);
    default:
      return [];
  }
}

function titleOf(call: CallExpression): string | undefined {
  const first = call.arguments[0]?.expression;
  if (first?.type === 'StringLiteral') return (first as StringLiteral).value;
  return first?.type === 'TemplateLiteral' && first.expressions.length === 0
    ? first.quasis[0]?.cooked
    : undefined;
}

/** The tests that a file runs, each as its describes and its title, as they are written. Skipped ones are none. */
export async function testsOf(source: string): Promise<string[][]> {
  const tests: string[][] = [];
  const visit = (value: unknown, path: readonly string[]): void => {
    if (Array.isArray(value)) {
      for (const one of value) visit(one, path);
      return;
    }
    if (typeof value !== 'object' || value === null) return;
    if (isNode(value) && value.type === 'CallExpression') {
      const call = value as CallExpression;
      const [word, ...rest] =
        call.callee.type === 'Import' || call.callee.type === 'Super' ? [] : wordsOf(call.callee);
      const title = titleOf(call);
      const isLeftOut = rest.some((one) => ['skip', 'todo', 'fails', 'skipIf', 'runIf'].includes(one));
      if (title !== undefined && (word === 'it' || word === 'test' || word === 'describe')) {
        if (isLeftOut) return;
        if (word !== 'describe') tests.push([...path, title]);
        visit(call.arguments, word === 'describe' ? [...path, title] : path);
        return;
      }
    }
    for (const [key, child] of Object.entries(value)) if (key !== 'span') visit(child, path);
  };
  visit((await parse(source, { syntax: 'typescript' })).body, []);
  return tests;
}

/** What is wrong with the page; `sourceOf` answers a test file's text, undefined where there is none. */
export async function faultsOf(
  { sections, promises, unreadable }: Page,
  wanted: readonly number[],
  sourceOf: (file: string) => Promise<string | undefined>,
): Promise<string[]> {
  const faults = unreadable.map((line) => `line ${line}: neither a section, a promise nor a test`);
  const numbers = sections.map(({ number }) => number);
  for (const number of wanted) if (!numbers.includes(number)) faults.push(`section ${number} is missing`);
  for (const number of numbers) {
    if (!promises.some(({ id }) => id.startsWith(`${number}.`)))
      faults.push(`section ${number} promises nothing`);
  }
  const known = new Map<string, Promise<string[][] | undefined>>();
  const testsIn = (file: string) => {
    const read =
      known.get(file) ?? sourceOf(file).then((text) => (text === undefined ? text : testsOf(text)));
    known.set(file, read);
    return read;
  };
  const ids = new Set<string>();
  for (const { id, line, tests } of promises) {
    if (ids.has(id)) faults.push(`${id}: there twice`);
    ids.add(id);
    const section = sections.filter((one) => one.line < line).at(-1);
    if (section === undefined || !id.startsWith(`${section.number}.`))
      faults.push(`${id}: in another's section`);
    if (tests.length === 0) faults.push(`${id}: no test`);
    for (const { file, path } of tests) {
      const there = await testsIn(file);
      const found = there?.filter((test) =>
        path.every((part, index) => test.at(index - path.length) === part),
      );
      const name = `${file}${SEPARATOR}${path.join(SEPARATOR)}`;
      if (found === undefined) faults.push(`${id}: no file ${file}`);
      else if (found.length === 0) faults.push(`${id}: no test ${name}`);
      else if (found.length > 1) faults.push(`${id}: several tests ${name}`);
    }
  }
  return faults;
}
