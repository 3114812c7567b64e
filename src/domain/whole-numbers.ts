/** Whole numbers as people read them. Pure. */

/** The digits of a whole number in groups of three, from the right: "1,284"; a minus stays before them. */
export const inThrees = (digits: string, separator: string): string =>
  digits.replace(/\B(?=(\d{3})+$)/g, separator);
