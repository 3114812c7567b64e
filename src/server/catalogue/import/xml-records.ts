/**
 * XML as a stream of records: the elements of some names, each with what is inside. Constant memory, and within limits that
 * a hostile file does not get past: no document types, so no entities but XML's own; bounded depth, text and attributes.
 */
import sax from 'sax';
import { type RowError, shownValue } from './csv-file.ts';

/** An element with all that is inside. */
export type XmlElement = {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly text: string;
  readonly children: readonly XmlElement[];
  /** The line on which it begins, from 1. */
  readonly line: number;
};

/** What makes a file unreadable, and where. */
export class UnreadableXml extends Error {
  readonly line: number;
  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

const MAX_DEPTH = 32;
/** All that one record may hold, in characters and elements. */
const MAX_RECORD_LENGTH = 200_000;
const MAX_RECORD_ELEMENTS = 20_000;
const MAX_ATTRIBUTES = 40;

type Open = {
  name: string;
  attributes: Record<string, string>;
  text: string;
  children: Open[];
  line: number;
};

/**
 * Yields the records of a file in their order; names are compared without a prefix. Elements outside of records are passed
 * over, but for their names, which the limits hold, too.
 *
 * @throws UnreadableXml where the file is no XML, or goes beyond the limits
 */
export async function* xmlRecords(
  file: AsyncIterable<Uint8Array>,
  names: ReadonlySet<string>,
): AsyncGenerator<XmlElement> {
  const parser = sax.parser(true, { position: true });
  let decoder: ReturnType<typeof decoderOf>;
  const open: Open[] = [];
  let depth = 0;
  let length = 0;
  let elements = 0;
  let attributes = 0;
  let found: XmlElement[] = [];
  const fail = (message: string): never => {
    throw new UnreadableXml(parser.line + 1, message);
  };
  const grow = (by: number) => {
    length += by;
    if (open.length > 0 && length > MAX_RECORD_LENGTH)
      fail(`One record has more than ${MAX_RECORD_LENGTH} characters`);
  };
  parser.onerror = (error) => fail(`This is no XML: ${error.message.split('\n', 1)[0] ?? ''}`);
  parser.ondoctype = () => fail('Document types are not taken');
  parser.onsgmldeclaration = () => fail('Declarations are not taken');
  parser.onopentagstart = () => {
    attributes = 0;
  };
  parser.onattribute = ({ value }) => {
    attributes += 1;
    if (attributes > MAX_ATTRIBUTES) fail(`An element has more than ${MAX_ATTRIBUTES} attributes`);
    grow(value.length);
  };
  parser.onopentag = (tag) => {
    depth += 1;
    if (depth > MAX_DEPTH) fail(`Elements are nested more than ${MAX_DEPTH} deep`);
    const name = tag.name.slice(tag.name.indexOf(':') + 1);
    if (open.length === 0 && !names.has(name)) return;
    if (open.length === 0) {
      length = 0;
      elements = 0;
    }
    elements += 1;
    if (elements > MAX_RECORD_ELEMENTS) fail(`One record has more than ${MAX_RECORD_ELEMENTS} elements`);
    const element: Open = {
      name,
      attributes: Object.fromEntries(
        Object.entries(tag.attributes).map(([key, value]) => [key, String(value)]),
      ),
      text: '',
      children: [],
      line: parser.line + 1,
    };
    open.at(-1)?.children.push(element);
    open.push(element);
  };
  const onText = (text: string) => {
    const element = open.at(-1);
    if (element === undefined) return;
    grow(text.length);
    element.text += text;
  };
  parser.ontext = onText;
  parser.oncdata = onText;
  parser.onclosetag = () => {
    depth -= 1;
    const element = open.pop();
    if (element === undefined) return;
    element.text = element.text.trim();
    if (open.length === 0) found.push(element);
  };
  const feed = (text: string) => {
    if (text.includes('\0')) fail('This file has a NUL character, which no XML has');
    parser.write(text);
  };
  const decode = (bytes?: Uint8Array): string => {
    decoder ??= decoderOf(bytes ?? new Uint8Array(0)) ?? fail('The encoding of this file is not known');
    try {
      return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
    } catch {
      return fail(`This file is not ${decoder.encoding.toUpperCase()}`);
    }
  };
  for await (const bytes of file) {
    feed(decode(bytes));
    yield* found;
    found = [];
  }
  feed(decode());
  parser.close();
  yield* found;
}

/** Encodings that a file may name; the older ones of the West are one for every decoder. */
const ENCODINGS = new Set(['utf-8', 'us-ascii', 'iso-8859-1', 'windows-1252']);

/** By the marks of UTF-16, else by what the file's first line says; UTF-8 unless told. */
function decoderOf(start: Uint8Array) {
  if (start[0] === 0xff && start[1] === 0xfe) return new TextDecoder('utf-16le', { fatal: true });
  if (start[0] === 0xfe && start[1] === 0xff) return new TextDecoder('utf-16be', { fatal: true });
  const head = Buffer.from(start.subarray(0, 200)).toString('latin1');
  const named = /^[^<]*<\?xml[^>]*\sencoding=["']([\w-]+)["']/.exec(head)?.[1]?.toLowerCase() ?? 'utf-8';
  return ENCODINGS.has(named) ? new TextDecoder(named, { fatal: true }) : undefined;
}

/**
 * What is wrong where a file's last record says how many records it has, and these are not there: such a file is not whole.
 * Undefined where it is right, or says nothing.
 */
export function countError(
  record: XmlElement,
  name: string,
  counts: number | readonly number[],
  what: string,
): RowError | undefined {
  const told = textOf(record, name);
  const right = [counts].flat();
  if (told === '' || right.includes(Number(told))) return undefined;
  const message = `The end of the file tells of ${told} ${what}, but it has ${right[0]}: is it whole?`;
  return { line: record.line, column: name, message, value: shownValue(told) };
}

/** The first child of a name. */
export const childOf = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find((child) => child.name === name);
/** All children of a name. */
export const childrenOf = (element: XmlElement | undefined, name: string): readonly XmlElement[] =>
  element?.children.filter((child) => child.name === name) ?? [];
/** The text of the first child of a name; empty where there is none. */
export const textOf = (element: XmlElement | undefined, name: string): string =>
  childOf(element, name)?.text ?? '';
