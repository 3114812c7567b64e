/** Whose a part is, from the vehicle's maker to made anew. In this order they are shown. */

export const GRADES = ['genuine', 'oe', 'aftermarket', 'remanufactured'] as const;
export type Grade = (typeof GRADES)[number];
