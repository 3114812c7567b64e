/** Something that the person at the keyboard can put right; shown without a stack. */
export class CommandError extends Error {}
