/**
 * Lists in one field of a file: bars between the entries, and a colon between the maker of a number and the number. What
 * of these belongs to an entry has a backslash before it, and so has a backslash; one before anything else is itself, as
 * in files that know of none of this.
 */

/** A number of others; without a maker where none is told. */
export type MadeNumber = { readonly maker: string; readonly number: string };

const ENTRIES = /(?:\\[\\|:]|[^|])+/g;
/** What stands before the first colon that belongs to no entry. A pair is never torn, or its colon would be taken for one. */
const MAKER = /^((?:\\[\\|:]|\\(?![\\|:])|[^\\:])*):/;

/** The entries of a field as they stand there; those without anything in them are none. */
const entriesOf = (field: string): string[] =>
  (field.match(ENTRIES) ?? []).map((entry) => entry.trim()).filter((entry) => entry !== '');

const plain = (entry: string): string => entry.replace(/\\([\\|:])/g, '$1');

/** The texts that a field lists. */
export const splitList = (field: string): string[] => entriesOf(field).map(plain);

/** Texts as a field that {@link splitList} reads. */
export const joinList = (texts: readonly string[]): string =>
  texts.map((text) => text.replace(/[\\|]/g, '\\$&')).join('|');

/** The numbers that a field lists, each `MAKER:number`, or the number alone. */
export const splitNumbers = (field: string): MadeNumber[] =>
  entriesOf(field).map((entry) => {
    const [before = '', maker = ''] = MAKER.exec(entry) ?? [];
    return { maker: plain(maker.trim()), number: plain(entry.slice(before.length).trim()) };
  });

/** Numbers as a field that {@link splitNumbers} reads. */
export const joinNumbers = (numbers: readonly MadeNumber[]): string =>
  numbers
    .map(({ maker, number }) => (maker === '' ? marked(number) : `${marked(maker)}:${marked(number)}`))
    .join('|');

const marked = (text: string): string => text.replace(/[\\|:]/g, '\\$&');
