/** What browsers say of the compressions that they know. */
export const AS_BROWSERS_ASK = { 'accept-encoding': 'gzip, deflate, br, zstd' };
