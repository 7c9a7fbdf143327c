/**
 * URLs, Requests, Responses and streams as sources: `@marquetry/file/remote`. A separate entry point, so that programs that read only bytes and paths
 * do not load it.
 */
export { httpSource } from './source/http.js';
export { openRemote } from './source/remote.js';
