/** The entry point `@marquetry/logical/temporal`, which converts dates and times to Temporal objects. */
export { type ToTemporal, temporalForm } from './time/temporal.js';
