/**
 * URLs, Requests, Responses, streams and open files as sources: `@marquetry/file/remote`, so that programs that read bytes and paths
 * do not load it.
 */
export { openRemote } from './source/remote.js';
