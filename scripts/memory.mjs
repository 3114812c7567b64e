/** What the shop's processes are told of memory before they begin: by `npm start`, its commands, and whatever measures it. */

/**
 * Rows of a file are garbage as soon as they are kept, and so is what a page is made of when it has been rendered. Left to
 * itself Node takes 430 MB before it looks for any while a file is imported; with room for young objects of 3 × 16 MB, and for
 * old ones of 45 % more than there are, 222. Under a load of everything at once, new pages, compressed ones and orders, that was
 * 284 MB after a minute and 303 after ten; with 3 × 8 MB it is 256 to 265, and 265 to 282 after six, and a new page takes 7 to 10 %
 * more of the processor. While it marks old objects it would not collect young ones, of which there were up to 60 MB by then: told not to wait,
 * it took 260 to 275 MB instead of 375 where nothing but new pages is asked for. With 30 % it would be 5 to 15 MB less, and it
 * would look so often that each new page took a tenth more of the processor; with 65 %, 20 MB more, and no page would be sooner.
 */
export const NODE_MEMORY = [
  '--max-semi-space-size=8',
  '--heap-growing-percent=45',
  '--no-separate-gc-phases',
];

/**
 * Each thread takes memory from an arena of its own, up to sixteen on two cores, and what is freed in one doesn't serve the
 * others: with two of them the shop takes 50 MB less under load. Pieces from 32 kB on, which is what kept pages are, go back to the
 * system when they are freed; among small ones they leave holes: 30 MB less again (275 after six minutes of load).
 */
export const SYSTEM_MEMORY = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '32768' };
