/** How long a second factor counts. */

/** Admins who have to show one show it again after so many hours. */
export const SECOND_FACTOR_HOURS = 12;

/** Clocks of an identity provider and ours may differ by this. */
const CLOCKS_DIFFER_MS = 60_000;

/** Whether a second factor that was shown at a moment still counts; one that never was does not. */
export function isFreshSecondFactor(shownAt: Date | undefined, now: Date): boolean {
  if (shownAt === undefined) return false;
  const ageMs = now.getTime() - shownAt.getTime();
  return ageMs >= -CLOCKS_DIFFER_MS && ageMs < SECOND_FACTOR_HOURS * 3_600_000;
}
