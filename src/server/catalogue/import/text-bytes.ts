/** The bytes of a text file as UTF-8, whatever common encoding it was saved in. */
import { isUtf8 } from 'node:buffer';

/** Called once per finding, in words for the owner. */
export type Remark = (text: string) => void;

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
/** A line longer than this is judged in pieces; no row of a catalogue is. */
const MAX_LINE_BYTES = 1_000_000;

/**
 * Yields a file as UTF-8 in constant memory: UTF-8 as it is, UTF-16 where its first bytes say so, and each line that is
 * no UTF-8 as Windows-1252, which is what spreadsheets of the West save. The latter is a guess, so `remark` says it.
 */
export async function* asUtf8(file: AsyncIterable<Uint8Array>, remark: Remark): AsyncGenerator<Uint8Array> {
  const iterator = file[Symbol.asyncIterator]();
  try {
    const first = await iterator.next();
    if (first.done === true) return;
    let start = first.value;
    while (start.byteLength < 2) {
      const next = await iterator.next();
      if (next.done === true) break;
      start = Buffer.concat([start, next.value]);
    }
    const wide =
      start[0] === 0xff && start[1] === 0xfe
        ? 'utf-16le'
        : start[0] === 0xfe && start[1] === 0xff
          ? 'utf-16be'
          : undefined;
    const rest = (async function* () {
      yield start;
      for (;;) {
        const next = await iterator.next();
        if (next.done === true) return;
        yield next.value;
      }
    })();
    if (wide === undefined) {
      yield* narrowLines(rest, remark);
    } else {
      remark('The file is saved as UTF-16 and was read as that');
      yield* wideText(rest, wide);
    }
  } finally {
    await iterator.return?.();
  }
}

async function* wideText(file: AsyncIterable<Uint8Array>, encoding: string): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder(encoding);
  for await (const bytes of file) yield Buffer.from(decoder.decode(bytes, { stream: true }));
  yield Buffer.from(decoder.decode());
}

async function* narrowLines(file: AsyncIterable<Uint8Array>, remark: Remark): AsyncGenerator<Uint8Array> {
  const guess = new TextDecoder('windows-1252');
  let guessed = 0;
  const asText = (lines: Uint8Array): Uint8Array => {
    if (isUtf8(lines)) return lines;
    const pieces: Uint8Array[] = [];
    for (let from = 0; from < lines.byteLength; ) {
      const to = nextEnd(lines, from);
      const line = lines.subarray(from, to);
      if (isUtf8(line)) {
        pieces.push(line);
      } else {
        guessed += 1;
        pieces.push(Buffer.from(guess.decode(line)));
      }
      from = to;
    }
    return Buffer.concat(pieces);
  };
  let pending: Uint8Array = new Uint8Array(0);
  for await (const bytes of file) {
    const joined = pending.byteLength === 0 ? bytes : Buffer.concat([pending, bytes]);
    const end = lastEnd(joined);
    if (end > 0) yield asText(joined.subarray(0, end));
    pending = joined.subarray(end);
    if (pending.byteLength > MAX_LINE_BYTES) {
      const cut = wholeCharacters(pending);
      yield asText(pending.subarray(0, cut));
      pending = pending.subarray(cut);
    }
  }
  if (pending.byteLength > 0) yield asText(pending);
  if (guessed > 0) {
    const lines = guessed === 1 ? '1 line is' : `${guessed.toLocaleString('en')} lines are`;
    remark(
      `${lines} not UTF-8 and read as Windows-1252: look at names with accents before you apply this file`,
    );
  }
}

/** Behind the line that begins here. */
function nextEnd(bytes: Uint8Array, from: number): number {
  for (let at = from; at < bytes.byteLength; at += 1) {
    if (bytes[at] === LINE_FEED || bytes[at] === CARRIAGE_RETURN) return at + 1;
  }
  return bytes.byteLength;
}

/** Behind the last line that has an end; 0 where none has. */
const lastEnd = (bytes: Uint8Array): number =>
  Math.max(bytes.lastIndexOf(LINE_FEED), bytes.lastIndexOf(CARRIAGE_RETURN)) + 1;

/** How many of the bytes can be taken without tearing a character of UTF-8 at their end. */
function wholeCharacters(bytes: Uint8Array): number {
  const isInside = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80;
  for (let back = 1; back <= 4; back += 1) {
    const byte = bytes[bytes.byteLength - back];
    // The first byte of a character: cut before it, whether or not the character is whole.
    if (!isInside(byte))
      return byte !== undefined && byte >= 0xc0 ? bytes.byteLength - back : bytes.byteLength;
  }
  return bytes.byteLength;
}
