/**
 * Typefaces of the first screen, fetched with the style sheet. One that is met when the page is laid out comes a round trip
 * later, and all is laid out anew for it.
 */
import barlow400 from '#web/ui/fonts/barlow-400.woff2?url';
import barlow500 from '#web/ui/fonts/barlow-500.woff2?url';
import barlow600 from '#web/ui/fonts/barlow-600.woff2?url';
import condensed600 from '#web/ui/fonts/barlow-condensed-600.woff2?url';
import mono400 from '#web/ui/fonts/jetbrains-mono-400.woff2?url';

const preload = (href: string) => ({
  rel: 'preload',
  as: 'font',
  type: 'font/woff2',
  href,
  crossOrigin: 'anonymous' as const,
});

/** Of every page. */
export const TEXT_TYPEFACES = [barlow400, condensed600, barlow500, barlow600].map(preload);

/** Of pages with part numbers in their first screen. */
export const NUMBER_TYPEFACE = preload(mono400);
