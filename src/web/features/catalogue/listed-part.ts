import type { FoundPartBody } from '#contract/search.ts';

/** A part as lists have it: found, or one of the catalogue's. */
export type ListedPart = Omit<FoundPartBody, 'match'> & Partial<Pick<FoundPartBody, 'match'>>;
