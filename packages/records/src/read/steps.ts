/** Defines how much work each step does when rows are built. Between two steps, the event loop may run. */

/** Number of values, objects or lists to create between two `yield`s. */
export const stepLength: number = 2 ** 13;
