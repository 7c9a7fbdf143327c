/** The entry `@marquetry/encodings/on-demand`: the standard set of encodings for reading files. */
export { createEncodingsOnDemand } from './encodings-on-demand.js';
