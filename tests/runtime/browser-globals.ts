/** What a browser's worker has besides the language itself: all that code in a vm context gets. */
export const browserGlobals: Readonly<Record<string, unknown>> = {
  AbortController,
  AbortSignal,
  atob,
  Blob,
  btoa,
  clearTimeout,
  console,
  fetch,
  performance,
  queueMicrotask,
  Response,
  setTimeout,
  TextDecoder,
  TextEncoder,
  URL,
};
