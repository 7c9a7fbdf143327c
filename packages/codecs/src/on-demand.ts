/**
 * The standard set of codecs for reading files: `@marquetry/codecs/on-demand`.
 */
export { createCodecsOnDemand } from './codecs-on-demand.js';
