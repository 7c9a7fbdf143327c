/**
 * The entry point `@marquetry/file/remote`, which opens URLs, Requests, Responses and streams as sources. It is
 * separate so that programs that read only bytes and paths do not load it.
 */
export { httpSource } from './source/http.js';
export { discardBody, type ReadWholeOptions, readWhole } from './source/http-body.js';
export { isPassingStatus } from './source/http-request.js';
export { openRemote } from './source/remote.js';
export { createRetrying, PassingFailure, type Retrying, retryAfterMillis } from './source/retry.js';
