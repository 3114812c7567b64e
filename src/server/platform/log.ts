/** The log: one JSON line per event. Never personal data, never secrets: ids and codes only. */
import pino from 'pino';

export type Log = pino.Logger;

/** What is told of an error. Its other properties may carry anything: a connection with its settings, a row's values. */
type LoggedError = {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string | undefined;
  readonly cause?: LoggedError;
};

const DEEPEST_CAUSE = 5;

/** An error with what it is, where it happened and why. */
export function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const { name: type, message, stack, cause } = error;
  return {
    type,
    message,
    ...('code' in error && typeof error.code === 'string' && { code: error.code }),
    stack,
    ...(cause !== undefined && depth < DEEPEST_CAUSE && { cause: loggedError(cause, depth + 1) }),
  };
}

/** Opens the log on standard error, so that standard output is left to what a person reads. */
export function openLog(level: pino.LevelWithSilent): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: (error: unknown) => loggedError(error) },
      redact: ['*.authorization', '*.password', '*.token', '*.cookie'],
    },
    pino.destination({ dest: 2, sync: true }),
  );
}
