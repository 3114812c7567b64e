/** What the shop's processes are told of memory before they begin: by `npm start`, its commands, and whatever measures it. */

/**
 * Rows of a file are garbage as soon as they are kept, and so is what a page is made of when it has been rendered. Left to
 * itself Node takes 430 MB before it looks for any while a file is imported.
 */
export const NODE_MEMORY = [
  // Room for young objects, three times. With 16 MB the shop took 20 MB more after ten minutes of everything at once (new pages,
  // compressed ones, orders); a page that has to be rendered costs 7 to 10 % more of the processor.
  '--max-semi-space-size=8',
  // Room for old ones, beside those that there are: 267 MB after nine minutes of that, 278 at most. With 45 % it was 282 and 302, with
  // as many answers; with 30, 5 to 15 MB less, and V8 would look so often that a new page cost a tenth more.
  '--heap-growing-percent=36',
  // While it marks old objects V8 would not collect young ones: 375 MB instead of 260 to 275 where nothing but new pages is asked for.
  '--no-separate-gc-phases',
];

/**
 * Each thread takes memory from an arena of its own, up to sixteen on two cores, and what is freed in one doesn't serve the
 * others: with two of them the shop takes 50 MB less under load. Pieces from 32 kB on, which is what kept pages are, go back to the
 * system when they are freed; among small ones they leave holes: 30 MB less again (275 after six minutes of load). It costs time where
 * the system is slow at giving memory: from 128 kB on the shop answered a tenth more in five minutes of everything at once, and took
 * 291 MB instead of 275.
 */
export const SYSTEM_MEMORY = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '32768' };
