/** The entry `@marquetry/codecs/on-demand`: the standard set of codecs for reading files. */
export { createCodecsOnDemand } from './codecs-on-demand.js';
