/**
 * Dates and times as objects of Temporal: `@marquetry/logical/temporal`.
 */
export { type ToTemporal, temporalForm } from './time/temporal.js';
