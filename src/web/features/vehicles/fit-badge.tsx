/** Whether a part fits the chosen vehicle, in a word. It stands in a line that is there without it, too. */
import { conditionsOf } from '#domain/vehicles/fit.ts';
import { Status } from '#web/ui/status.tsx';
import { FIT_TONES, FIT_WORDS } from './fit-words.ts';
import type { KnownFit } from './use-fits.ts';

export function FitBadge({ fit }: { readonly fit: KnownFit | undefined }) {
  if (fit === undefined) return null;
  const conditions = conditionsOf(fit.applications);
  const [only] = conditions;
  const isOpen = fit.settled === 'fitsIf' && conditions.length === 1;
  return (
    <Status tone={FIT_TONES[fit.settled]}>
      {isOpen ? `Fits if: ${only}` : FIT_WORDS[fit.settled]}
      <span className="sr"> {fit.vehicle.name}</span>
    </Status>
  );
}
