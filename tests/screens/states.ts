/** The states of a screen, made by changing the answer that fills it on its way to the browser. */
import type { Route } from 'playwright-core';

export const STATES = ['empty', 'few', 'many', 'longest', 'loading', 'failing'] as const;
export type State = (typeof STATES)[number];

const MANY = 60;
const LONG_WORDS = 'Reinforced Maintenance-Free Stabiliser Link Assembly, front axle left and right';
/** Words that people type, by the fields that carry them. */
const LONGEST: Readonly<Record<string, string>> = {
  name: LONG_WORDS,
  partsName: LONG_WORDS,
  description: `${LONG_WORDS}. `.repeat(6),
  brand: 'Nordwestdeutsche Kugelgelenkmanufaktur',
  partNumber: '000 998 44 07/A-LONG 31400764',
  userName: 'Maximiliana Katharina von Hohenstein-Schwarzenberg',
  customerName: 'Maximiliana Katharina von Hohenstein-Schwarzenberg',
  email: 'purchasing.department.of.the.northern.depot@wholesale-cooperative.example',
  userEmail: 'purchasing.department.of.the.northern.depot@wholesale-cooperative.example',
  address: 'Unit 14, Northern Industrial Estate, 1207 Old Harbour Road, behind the railway sidings',
  education: 'Higher National Diploma in Automotive Engineering with Distinction',
  location: 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch',
};

/** Answers a request as the state wants it. */
export async function answerAs(state: State, route: Route): Promise<void> {
  // Never answered: the page stays as it is while it waits.
  if (state === 'loading') return;
  if (state === 'failing') {
    const problem = {
      type: 'about:blank',
      title: 'The shop is not available',
      status: 500,
      detail: 'Please try again in a minute.',
    };
    return route.fulfill({ status: 500, contentType: 'application/problem+json', json: problem });
  }
  const answer = await route.fetch();
  const json = changed(state, await answer.json());
  const headers = answer.headers();
  // As many as there are, and no next page.
  if (Array.isArray(json) && 'x-total-count' in headers) {
    headers['x-total-count'] = String(json.length);
    headers.link = '';
  }
  await route.fulfill({ response: answer, headers, json });
}

function changed(state: Exclude<State, 'loading' | 'failing'>, body: unknown): unknown {
  if (state === 'longest') return withLongest(body);
  // A page of a longer list has it among other things.
  if (!Array.isArray(body) && typeof body === 'object' && body !== null)
    return Object.fromEntries(
      Object.entries(body).map(([key, inner]) => [key, isList(inner) ? changed(state, inner) : inner]),
    );
  if (!Array.isArray(body)) return body;
  switch (state) {
    case 'empty':
      return [];
    case 'few':
      return body.slice(0, 2);
    case 'many':
      return Array.from({ length: body.length === 0 ? 0 : MANY }, (_, index) => ({
        ...(body[index % body.length] as object),
        _id: String(1_000_000 + index),
      }));
  }
}

/** Whether these are things of the shop, and not words about them. */
function isList(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every((item: unknown) => typeof item === 'object' && item !== null && '_id' in item)
  );
}

function withLongest(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withLongest);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      typeof inner === 'string' ? (LONGEST[key] ?? inner) : withLongest(inner),
    ]),
  );
}
