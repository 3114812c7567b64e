/** What it takes to hold an operation to a number of statements: who calls, what is asked for, and how it is sent. */
import type { Operation } from '#contract/kernel/operation.ts';
import type { Person, TestShop } from '../shop.ts';

/** A shop with somebody of each role, and a part that there is enough of. */
export type World = {
  readonly shop: TestShop;
  readonly admin: Person;
  readonly buyer: Person;
  readonly disc: string;
};

/** A request, as far as it is not what the table of operations says. */
export type Request = {
  readonly path?: string;
  /** Undefined: of the admin, of the buyer or of nobody, as the operation wants. */
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body?: object;
  /** A body that is something else, and says what. */
  readonly form?: FormData | URLSearchParams | Blob;
};

/** How many statements it sends, and what gets ready, which is not counted, and answers the request that is. */
export type Budget = readonly [statements: number, prepare: (world: World) => Promise<Request | Ask>];
/** A request that is sent in a way of its own. */
type Ask = () => Promise<{ readonly status: number; readonly body: unknown }>;

/** Sends it and reads the answer to its end. */
export async function send({ shop, admin, buyer }: World, operation: Operation, request: Request) {
  const { path = operation.path, headers, body, form } = request;
  const {
    token = { admin, customer: buyer, identity: undefined, anonymous: undefined }[operation.access]?.token,
  } = request;
  const answer = await fetch(`${shop.url}/api${path}`, {
    method: operation.method,
    redirect: 'manual',
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body === undefined ? (form ?? null) : JSON.stringify(body),
  });
  return { status: answer.status, body: await answer.text() };
}
