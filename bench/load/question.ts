/** What is asked of a server over HTTP: with a body it is sent by POST as JSON, else by GET. */
export type Question = { readonly path: string; readonly body?: string };

export const methodOf = ({ body }: Question): 'GET' | 'POST' => (body === undefined ? 'GET' : 'POST');

/** The headers that go with it. */
export const headersOf = (
  { body }: Question,
  headers: Readonly<Record<string, string>>,
): Record<string, string> => ({
  ...headers,
  ...(body === undefined ? {} : { 'content-type': 'application/json' }),
});
