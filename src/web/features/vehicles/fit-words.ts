/** The four states of fit, as people read them. */
import type { Fit } from '#domain/vehicles/fit.ts';
import type { StatusTone } from '#web/ui/status.tsx';

export const FIT_WORDS: Readonly<Record<Fit, string>> = {
  fits: 'Fits',
  fitsIf: 'Fits if…',
  doesNotFit: 'Does not fit',
  unknown: 'Fit not known',
};

export const FIT_TONES: Readonly<Record<Fit, StatusTone>> = {
  fits: 'good',
  fitsIf: 'warn',
  doesNotFit: 'bad',
  unknown: 'off',
};
