/** Dates and times as Temporal objects: `@marquetry/logical/temporal`. */
export { type ToTemporal, temporalForm } from './time/temporal.js';
