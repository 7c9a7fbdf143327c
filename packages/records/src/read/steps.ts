/** The amount of row building per step. */

/** Values, objects or lists created per step. */
export const stepLength: number = 2 ** 13;
