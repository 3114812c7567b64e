/** The log: one JSON line per event. Never personal data, never secrets: ids and codes only. */
import pino from 'pino';

export type Log = pino.Logger;

/** Opens the log on standard error, so that standard output is left to what a person reads. */
export function openLog(level: pino.LevelWithSilent): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: ['*.authorization', '*.password', '*.token', '*.cookie'],
    },
    pino.destination({ dest: 2, sync: true }),
  );
}
