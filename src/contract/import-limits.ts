/** What imports take at most. Apart from their operations, so that pages know it without their schemas. */

/** Two gigabytes: some ten million rows. */
export const MAX_FILE_BYTES = 2_000_000_000;
