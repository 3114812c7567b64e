/** What a line of the log tells, and what it never tells. */
import { expect, test } from 'vitest';
import { loggedError, openLog } from '#server/platform/log.ts';

type Line = Readonly<Record<string, unknown>>;

function openCaptured() {
  const text: string[] = [];
  const log = openLog('info', { write: (line) => void text.push(line) });
  return { log, text, lines: (): Line[] => text.map((line) => JSON.parse(line)) };
}

test('a line is one object of JSON with its moment, its level and its fields', () => {
  const { log, lines } = openCaptured();
  log.warn({ requestId: 'r-1', operation: 'orderPlace' }, 'A call failed\nsomewhere');
  expect(lines()).toEqual([
    {
      level: 40,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      requestId: 'r-1',
      operation: 'orderPlace',
      msg: 'A call failed\nsomewhere',
    },
  ]);
});

const SECRET = {
  email: 'ada.lovelace+parts@engines.example',
  jwt: 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIxMjMifQ.c2lnbmF0dXJlLW9mLXRoYXQ',
  stripe: 'sk_live_51Habcdefghij',
  webhook: 'whsec_0123456789abcdef',
  intent: 'pi_3Nabc_secret_Zxywvu',
  database: 'postgres://shop:hunter2@db.internal/shop',
  password: 'correct horse battery',
};

function faultsWithSecrets(): Error[] {
  const ofDatabase = Object.assign(new Error(`invalid input syntax for type uuid: "${SECRET.password}"`), {
    severity: 'ERROR',
    routine: 'string_to_uuid',
    code: '22P02',
    detail: `Key (email)=(${SECRET.email}) already exists.`,
    where: `unnamed portal parameter $1 = '${SECRET.password}'`,
    constraint: 'shop_user_email',
  });
  const ofMail = Object.assign(new Error(`550 5.1.1 <${SECRET.email}>: unknown user`), {
    rejected: [SECRET.email],
    response: `550 ${SECRET.email}`,
    envelope: { to: [SECRET.email] },
  });
  const ofRequest = Object.assign(new Error(`fetch failed: Bearer ${SECRET.jwt}`), {
    headers: { authorization: `Bearer ${SECRET.jwt}` },
    config: { password: SECRET.password },
  });
  const ofPayments = new Error(`No such key ${SECRET.stripe}, ${SECRET.webhook}, ${SECRET.intent}`, {
    cause: new Error(`cannot connect to ${SECRET.database}`, { cause: ofDatabase }),
  });
  return [ofDatabase, ofMail, ofRequest, ofPayments];
}

test('no secret and no email address gets into a line, wherever an error carries it', () => {
  const { log, text } = openCaptured();
  for (const err of faultsWithSecrets()) log.error({ err, requestId: 'r-2' }, 'A call failed');
  log.info({ params: { email: SECRET.email }, by: SECRET.email }, `mail to ${SECRET.email}`);
  log.info(
    { token: SECRET.password, ask: { password: SECRET.password, more: { cookie: SECRET.password } } },
    'a',
  );
  const all = text.join('');
  expect(text).toHaveLength(6);
  for (const [name, secret] of Object.entries(SECRET)) expect(all, name).not.toContain(secret);
  expect(all).not.toContain('hunter2');
  expect(all).not.toContain('_secret_');
});

test('what went wrong is still told: name, code, constraint, frames and causes', () => {
  const { log, lines } = openCaptured();
  log.error({ err: faultsWithSecrets()[3] }, 'A call failed');
  expect(lines()[0]?.err).toMatchObject({
    type: 'Error',
    message: 'No such key (key), (key), pi_3Nabc',
    stack: expect.stringContaining('log.test.ts'),
    cause: {
      message: 'cannot connect to postgres://(credentials)@db.internal/shop',
      cause: {
        message: 'invalid input syntax for type uuid: (value)',
        code: '22P02',
        constraint: 'shop_user_email',
      },
    },
  });
});

test('somebody can’t write lines of their own by what they send', () => {
  const { log, text } = openCaptured();
  log.warn({ operation: 'x"}\n{"level":60,"msg":"forged"' }, 'odd');
  expect(text).toHaveLength(1);
  expect(text[0]?.trimEnd().split('\n')).toHaveLength(1);
});

test('of an error the log tells what it is and why, and nothing that it carries along', () => {
  const cause = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (email)=(someone@example.test) already exists.',
    client: { password: 'secret' },
  });
  const logged = loggedError(new Error('The order was not placed', { cause }));
  expect(logged).toMatchObject({
    type: 'Error',
    message: 'The order was not placed',
    cause: { message: 'duplicate key', code: '23505' },
  });
  expect(logged.stack).toContain('log.test.ts');
  expect(JSON.stringify(logged)).not.toMatch(/someone@|secret/);
});

test('of what is no error, and of causes that go round in a circle, it tells as much as there is', () => {
  expect(loggedError('broken')).toEqual({ type: 'string', message: 'broken' });
  expect(loggedError({})).toEqual({ type: 'object', message: '[object Object]' });
  // So a queue tells of what a worker met.
  const { message, stack } = new Error('no such queue');
  expect(loggedError({ code: 'ENOENT', message, stack, queue: 'mail', data: 'someone’s' })).toEqual({
    type: 'object',
    message,
    code: 'ENOENT',
    stack: expect.stringMatching(/^\s+at /),
  });
  const circle = new Error('round');
  circle.cause = circle;
  expect(JSON.stringify(loggedError(circle)).match(/"message"/g)).toHaveLength(6);
});
