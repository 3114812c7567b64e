/** How the shop's condition is spoken of. */
import type { ProcessBody } from '#contract/status.ts';

const JOBS: Readonly<Record<string, string>> = {
  'expire-order': 'Unpaid orders that expire',
  'mail-about-order': 'Mail about orders',
  'send-refund': 'Refunds that are sent',
  'mail-about-refund': 'Mail about refunds',
  'reconcile-payments': 'Comparing the books with the provider',
  'mail-email-verification': 'Mail that verifies an email',
  'mail-password-reset': 'Mail that resets a password',
  'mail-about-newsletter': 'Mail about the newsletter',
  'work-on-import': 'Imports',
};

/** What a job is for; its own name where nobody has given it another. */
export const jobName = (job: string): string =>
  JOBS[job] ?? `${job.charAt(0).toUpperCase()}${job.slice(1).replaceAll('-', ' ')}`;

export const PROCESS_STATES: Readonly<
  Record<ProcessBody['state'], { readonly tone: 'good' | 'bad' | 'off'; readonly word: string }>
> = {
  alive: { tone: 'good', word: 'Alive' },
  silent: { tone: 'bad', word: 'Silent' },
  stopped: { tone: 'off', word: 'Stopped' },
};

/** `940 MB`, `1.2 GB`: as many digits as one compares. */
export function sizeText(bytes: number, locale: string): string {
  const units = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
  let size = bytes / 1_000;
  let at = 0;
  while (size >= 999.5 && at < units.length - 1) {
    size /= 1_000;
    at += 1;
  }
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[at] ?? 'terabyte',
    maximumFractionDigits: size < 10 ? 1 : 0,
  }).format(size);
}

/** `40 s`, `12 min`, `3 h`, `2 d`: no finer than it matters. */
export function spanText(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)} s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.floor(seconds / 3_600)} h`;
  return `${Math.floor(seconds / 86_400)} d`;
}
