/** Defines how much work is done per step when rows are built. */

/** Number of values, objects or lists to create per step. */
export const stepLength: number = 2 ** 13;
