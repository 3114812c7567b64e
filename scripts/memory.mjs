/** What the process of the shop is told of memory before it begins, by `npm start` and by whatever measures the shop. */

/**
 * Rows of a file are garbage as soon as they are kept. Left to itself Node takes 430 MB before it looks for any while a file
 * is imported; with room for young objects of 3 × 16 MB, and for old ones of 30 % more than there are, some 220.
 */
export const NODE_MEMORY = ['--max-semi-space-size=16', '--heap-growing-percent=30'];

/**
 * Each thread takes memory from an arena of its own, up to sixteen on two cores, and what is freed in one doesn't serve the
 * others. With two of them the shop stays at 280 MB under load; with all it went on to 330.
 */
export const SYSTEM_MEMORY = { MALLOC_ARENA_MAX: '2' };
