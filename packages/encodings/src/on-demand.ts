/**
 * The standard set of encodings for reading files: `@marquetry/encodings/on-demand`.
 */
export { createEncodingsOnDemand } from './encodings-on-demand.js';
