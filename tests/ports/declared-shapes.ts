/**
 * Compares values with the types that a package declares, at run time. Return types say what our builders may not leave
 * out; this says that what arrives at the other end of the wire, after JSON, still has every field that is not optional,
 * none that isn't declared, and values of the declared kinds.
 *
 * It reads declaration files as packages' generators write them: interfaces, namespaces, type aliases. What it cannot
 * resolve it reports, so nothing passes by not being understood.
 */
import { readFileSync } from 'node:fs';

type Field = { readonly optional: boolean; readonly type: string };
type Declared =
  | { readonly kind: 'shape'; readonly fields: Map<string, Field>; readonly parents: readonly string[] }
  | { readonly kind: 'alias'; readonly type: string };
/** By full name, such as `PaymentIntent.LastPaymentError`. */
export type Declarations = ReadonlyMap<string, Declared>;

/** Reads declaration files; their names share one room. */
export function readDeclarations(files: readonly string[]): Declarations {
  const found = new Map<string, Declared>();
  for (const file of files) {
    const text = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
    // All files share one room, so the name under which another one was imported says nothing more.
    let plain = text;
    for (const [, room = ''] of text.matchAll(/import \* as (\w+) from/g)) {
      plain = plain.replaceAll(new RegExp(`\\b${room}\\.(?=\\w)`, 'g'), '');
    }
    readBlock(plain, '', found);
  }
  return found;
}

/** What differs between a value and a declared type, each with the place of it; empty where nothing does. */
export function differences(declared: Declarations, type: string, value: unknown): readonly string[] {
  return compare(declared, type, '', value, type);
}

const BRACKETS: Readonly<Record<string, number>> = {
  '{': 1,
  '(': 1,
  '[': 1,
  '<': 1,
  '}': -1,
  ')': -1,
  ']': -1,
  '>': -1,
};

/** The parts of a text between separators that stand in no brackets and no quotes. */
function split(text: string, separator: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quote = '';
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === "'" || character === '"') {
      quote = character;
    } else if (character === separator && depth === 0) {
      parts.push(text.slice(start, at));
      start = at + 1;
    } else if (!(character === '>' && text[at - 1] === '=')) {
      depth += BRACKETS[character] ?? 0;
    }
  }
  parts.push(text.slice(start));
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** Where the block that opens at `open` ends. */
function endOfBlock(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1;
    if (text[at] === '}') depth -= 1;
    if (depth === 0) return at;
  }
  throw new Error('a block has no end');
}

const STATEMENT =
  /(?:export )?(?:declare )?(?:(interface|namespace) (\w+)(?:<[^>{]*>)?(?: extends ([^{]+?))? \{|type (\w+)(?:<[^>=]*>)? =)/g;

function readBlock(text: string, inside: string, found: Map<string, Declared>): void {
  STATEMENT.lastIndex = 0;
  let at = 0;
  while (at < text.length) {
    STATEMENT.lastIndex = at;
    const match = STATEMENT.exec(text);
    if (match === null) return;
    const [all, keyword, blockName, parents = '', aliasName] = match;
    const begin = match.index + all.length;
    if (aliasName !== undefined) {
      const [type = ''] = split(text.slice(begin), ';');
      found.set(inside + aliasName, { kind: 'alias', type });
      at = text.indexOf(type, begin) + type.length;
    } else {
      const end = endOfBlock(text, begin - 1);
      const body = text.slice(begin, end);
      if (keyword === 'namespace') readBlock(body, `${inside}${blockName}.`, found);
      else
        found.set(`${inside}${blockName}`, {
          kind: 'shape',
          fields: fieldsOf(body),
          parents: split(parents, ','),
        });
      at = end + 1;
    }
    // A statement inside must not end the search of the one around it.
    STATEMENT.lastIndex = at;
  }
}

function fieldsOf(body: string): Map<string, Field> {
  const fields = new Map<string, Field>();
  for (const member of split(body, ';')) {
    const match = /^(?:readonly )?(?:'([^']+)'|(\w+)|\[(\w+: \w+)\])(\?)?\s*:\s*([\s\S]+)$/.exec(member);
    if (match === null) continue;
    const [, quoted, plain, index, optional, type = ''] = match;
    fields.set(index === undefined ? (quoted ?? plain ?? '') : '[index]', {
      optional: optional !== undefined || index !== undefined,
      type,
    });
  }
  return fields;
}

function compare(
  declared: Declarations,
  type: string,
  scope: string,
  value: unknown,
  place: string,
): readonly string[] {
  const choices = split(type, '|');
  if (choices.length > 1) {
    let nearest: readonly string[] | undefined;
    for (const choice of choices) {
      const found = compare(declared, choice, scope, value, place);
      if (found.length === 0) return [];
      // The choice that says the most about fields is the one that was meant.
      if (nearest === undefined || (isObject(value) && found.some((one) => !one.startsWith(`${place}:`)))) {
        nearest = found;
      }
    }
    return nearest ?? [];
  }
  const all = split(choices[0] ?? '', '&');
  if (all.length > 1) return all.flatMap((part) => compare(declared, part, scope, value, place));
  const [one = ''] = all;
  const said = (is: boolean) => (is ? [] : [`${place}: is ${kindOf(value)}, not ${one}`]);
  if (/^'.*'$/s.test(one)) return said(value === one.slice(1, -1));
  if (/^-?\d+$/.test(one)) return said(value === Number(one));
  switch (one) {
    case 'any':
    case 'unknown':
    // How packages say that a list of literals may grow: `string & Record<never, never>`.
    case 'Record<never, never>':
      return [];
    case 'null':
      return said(value === null);
    case 'undefined':
      return said(value === undefined);
    case 'true':
    case 'false':
      return said(String(value) === one && typeof value === 'boolean');
    case 'string':
    case 'boolean':
      return said(kindOf(value) === one);
    case 'number':
      return said(typeof value === 'number' && Number.isFinite(value));
  }
  const items = /^Array<([\s\S]+)>$/.exec(one)?.[1] ?? /^([\s\S]+)\[\]$/.exec(one)?.[1];
  if (items !== undefined) {
    if (!Array.isArray(value)) return said(false);
    return value.flatMap((item, index) => compare(declared, items, scope, item, `${place}[${index}]`));
  }
  const wrapped = /^\(([\s\S]+)\)$/.exec(one)?.[1];
  if (wrapped !== undefined) return compare(declared, wrapped, scope, value, place);
  if (one.startsWith('{')) {
    return isObject(value)
      ? compareFields(declared, fieldsOf(one.slice(1, -1)), scope, value, place)
      : said(false);
  }
  const resolved = resolve(declared, one, scope);
  if (resolved === undefined) {
    return [
      isObject(value) ? `${place}: ${one} is not declared` : `${place}: is ${kindOf(value)}, not ${one}`,
    ];
  }
  const { name, what } = resolved;
  if (what.kind === 'alias') return compare(declared, what.type, name, value, place);
  return isObject(value)
    ? compareFields(declared, allFields(declared, name), name, value, place)
    : said(false);
}

function compareFields(
  declared: Declarations,
  fields: ReadonlyMap<string, Field>,
  scope: string,
  value: Readonly<Record<string, unknown>>,
  place: string,
): readonly string[] {
  const found: string[] = [];
  for (const [name, { optional, type }] of fields) {
    if (name === '[index]') continue;
    const inner = value[name];
    if (inner !== undefined) found.push(...compare(declared, type, scope, inner, `${place}.${name}`));
    else if (!optional) found.push(`${place}.${name} is missing`);
  }
  // An interface without any field stands for what only the package itself looks into.
  if (fields.size === 0) return [];
  const index = fields.get('[index]');
  for (const [name, inner] of Object.entries(value)) {
    if (fields.has(name)) continue;
    if (index === undefined) found.push(`${place}.${name} is not declared`);
    else found.push(...compare(declared, index.type, scope, inner, `${place}.${name}`));
  }
  return found;
}

/** The fields of an interface and of those that it extends. */
function allFields(declared: Declarations, name: string): Map<string, Field> {
  const what = declared.get(name);
  if (what?.kind !== 'shape') throw new Error(`${name} is no interface`);
  const fields = new Map<string, Field>();
  for (const parent of what.parents) {
    const above = resolve(declared, parent, name);
    if (above === undefined) throw new Error(`${parent}, which ${name} extends, is not declared`);
    for (const [field, type] of allFields(declared, above.name)) fields.set(field, type);
  }
  for (const [field, type] of what.fields) fields.set(field, type);
  return fields;
}

/** A name as it is seen from inside another: the innermost that fits. */
function resolve(declared: Declarations, name: string, scope: string) {
  const parts = scope === '' ? [] : scope.split('.');
  for (let depth = parts.length; depth >= 0; depth -= 1) {
    const full = [...parts.slice(0, depth), name].join('.');
    const what = declared.get(full);
    if (what !== undefined) return { name: full, what };
  }
  return undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : typeof value === 'string' ? 'string' : typeof value;
}
