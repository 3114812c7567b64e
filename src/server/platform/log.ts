/**
 * The log: one JSON line per event. Ids and codes only: who writes a line leaves personal data and secrets out, and what
 * gets in all the same (in an error's text, mostly) is taken out here, at the door.
 */
import pino from 'pino';

export type Log = pino.Logger;

/** Where lines go; `pino.destination` fits. */
export type LogSink = { write(line: string): void };

/** Fields that are secrets whatever they hold, at any of the three levels at which a line has fields. */
const SECRET_FIELDS = [
  'authorization',
  'cookie',
  'password',
  'token',
  'secret',
  'clientSecret',
  'stripe-signature',
];
const REDACTED = SECRET_FIELDS.flatMap((name) => {
  const key = name.includes('-') ? `["${name}"]` : name;
  const below = key.startsWith('[') ? key : `.${key}`;
  return [key, `*${below}`, `*.*${below}`];
});

const LOST = [
  // A token of ours, of an identity provider or of a link: three parts of Base64.
  [/\beyJ[\w-]{5,}\.[\w-]{5,}\.[\w-]*/g, '(token)'],
  [/\bBearer\s+[\w.~+/=-]+/gi, 'Bearer (token)'],
  // The payment provider's keys, and what pays one intent.
  [/\b(?:sk|rk)_(?:live|test|sandbox)_\w+/g, '(key)'],
  [/\bwhsec_\w+/g, '(key)'],
  [/\b(pi_\w+?)_secret_\w+/g, '$1'],
  // Credentials in an address: postgres://shop:password@host.
  [/(\b[a-z][a-z0-9+]*:\/\/)[^\s/@"\\]+@/gi, '$1(credentials)@'],
  [/[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+/gi, '(email)'],
] as const satisfies readonly (readonly [RegExp, string])[];

/** A text without what no log may keep: tokens, keys, credentials and email addresses. */
export function withoutSecrets(text: string): string {
  let kept = text;
  for (const [pattern, instead] of LOST) kept = kept.replace(pattern, instead);
  return kept;
}

/** Members of an error that say what went wrong and nothing of whom it happened to. */
const TELLING = ['code', 'status', 'statusCode', 'constraint', 'table', 'column', 'severity', 'syscall'];
const DEEPEST_CAUSE = 5;

/** What is told of an error, beside the members that are {@link TELLING}. */
type LoggedError = {
  readonly type: string;
  readonly message: string;
  readonly stack?: string | undefined;
  readonly cause?: LoggedError;
};

/**
 * An error as the log tells it. What else hangs on it is left out: the database's `detail` quotes the row, a mail
 * server's answer the address, a library's error the whole request, a lost connection its settings.
 */
export function loggedError(error: unknown, depth = 0): LoggedError {
  if (!isError(error)) return { type: typeof error, message: String(error) };
  const { name: type = typeof error, cause } = error;
  const telling = TELLING.flatMap((name) => {
    const value: unknown = Reflect.get(error, name);
    return typeof value === 'string' || typeof value === 'number' ? [[name, value] as const] : [];
  });
  return {
    type,
    message: messageOf(error),
    ...Object.fromEntries(telling),
    stack: framesOf(error),
    ...(cause !== undefined && depth < DEEPEST_CAUSE && { cause: loggedError(cause, depth + 1) }),
  };
}

/** Or what a library has made of one: its members in a plain object, without its name. */
type Described = Partial<Error> & Pick<Error, 'message'>;

const isError = (error: unknown): error is Described =>
  error instanceof Error ||
  (typeof error === 'object' && error !== null && typeof Reflect.get(error, 'message') === 'string');

// The database quotes the value that it can't take.
function messageOf(error: Described): string {
  const isDatabases = 'severity' in error && 'routine' in error;
  return isDatabases ? error.message.replace(/: ".*$/s, ': (value)') : error.message;
}

/** The stack without the message, which stands at its head and may be many lines. */
function framesOf({ stack }: Described): string | undefined {
  return stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
}

/** Opens the log on standard error, so that standard output is left to what a person reads. */
export function openLog(
  level: pino.LevelWithSilent,
  sink: LogSink = pino.destination({ dest: 2, sync: true }),
): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: REDACTED,
      serializers: { err: (error: unknown) => loggedError(error) },
    },
    { write: (line: string) => sink.write(withoutSecrets(line)) },
  );
}
