/** Defines the amount of work per step when rows are built. */

/** Number of values, objects or lists to create per step. */
export const stepLength: number = 2 ** 13;
