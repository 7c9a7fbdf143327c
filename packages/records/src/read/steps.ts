/** Defines how much work each step does when rows are built. Between two steps, the event loop may run. */

/** Number of values, objects or lists to create per step. */
export const stepLength: number = 2 ** 13;
