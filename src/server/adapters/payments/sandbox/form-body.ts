/**
 * Form bodies as Stripe's API takes them: `amount=500&metadata[orderId]=7&expand[0]=customer`. The brackets make a tree;
 * lists are objects whose keys are numbers until a schema says that they are lists.
 */
import { invalidRequest } from './stripe-refusal.ts';

export type FormTree = { [key: string]: string | FormTree };

const MAX_FIELDS = 300;
const MAX_DEPTH = 6;

/**
 * Parses a form body or a query string.
 *
 * @throws StripeRefusal 400 for names that cannot be read, names that contradict each other, NUL characters (which no
 *   text column takes), and more fields or deeper nesting than any call of ours has.
 */
export function parseForm(text: string): FormTree {
  const root = emptyTree();
  let fields = 0;
  for (const [name, value] of new URLSearchParams(text)) {
    fields += 1;
    if (fields > MAX_FIELDS) throw invalidRequest('Too many parameters.');
    if (name.includes('\0') || value.includes('\0')) {
      throw invalidRequest('Parameters cannot contain NUL characters.');
    }
    put(root, pathOf(name), value, name);
  }
  return root;
}

function pathOf(name: string): string[] {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/u.exec(name);
  const head = match?.[1];
  if (head === undefined) throw invalidRequest(`Invalid parameter name: ${name.slice(0, 80)}`);
  const brackets = (match?.[2] ?? '').matchAll(/\[([^[\]]*)\]/gu);
  const path = [head, ...Array.from(brackets, (bracket) => bracket[1] ?? '')];
  if (path.length > MAX_DEPTH) throw invalidRequest(`Parameter is nested too deeply: ${name.slice(0, 80)}`);
  return path;
}

function put(root: FormTree, path: readonly string[], value: string, name: string): void {
  let tree = root;
  for (const [depth, key] of path.entries()) {
    // `list[]=a` appends.
    const at = key === '' ? String(Object.keys(tree).length) : key;
    const held = tree[at];
    if (depth === path.length - 1) {
      if (typeof held === 'object') throw contradicts(name);
      tree[at] = value;
      return;
    }
    if (typeof held === 'string') throw contradicts(name);
    const next = held ?? emptyTree();
    tree[at] = next;
    tree = next;
  }
}

function contradicts(name: string): Error {
  return invalidRequest(`Parameter is both a value and an object: ${name.slice(0, 80)}`);
}

// Without a prototype, so that a parameter named `__proto__` is a parameter like any other.
function emptyTree(): FormTree {
  return Object.create(null);
}
