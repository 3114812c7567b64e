/** What PostgreSQL says of a failure. */
import { Outage } from '../outage.ts';

/** PostgreSQL's five-letter code of an error, or of what an outage was caused by, where it has one. */
export function sqlState(error: unknown): string | undefined {
  if (error instanceof Outage) return sqlState(error.cause);
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
}

const FEATURE_NOT_SUPPORTED = '0A000';

/**
 * Whether a prepared statement would now answer other columns than it was prepared for, since a migration has changed its
 * table. PostgreSQL has no code of its own for that, and its words depend on its language.
 */
export function isStalePlan(error: unknown): boolean {
  return (
    sqlState(error) === FEATURE_NOT_SUPPORTED &&
    error instanceof Error &&
    'routine' in error &&
    error.routine === 'RevalidateCachedQuery'
  );
}
