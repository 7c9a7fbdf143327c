/**
 * How much of the work on rows is one step.
 */

/** Values, objects or lists that are made in one step. */
export const stepLength: number = 2 ** 13;
