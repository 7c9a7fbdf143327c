/** Builds the inspector: a static page whose paths are relative, so that it can be served from any folder. */
import { defineConfig, type Plugin } from 'vite';

/**
 * Writes `sw.js` with the list of all built files, so that the page works offline once it has been loaded. The names of
 * the built files contain hashes of their content, and the name of the cache contains a hash of the list of names. So
 * each new build has its own cache.
 */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker-files',
    enforce: 'post',
    apply: 'build',
    generateBundle(_options, bundle) {
      const built = Object.keys(bundle).filter((name) => !name.endsWith('.map') && name !== 'index.html');
      const files = ['./', ...built, 'icon.svg', 'sample.parquet'].sort();
      const source = `const files = ${JSON.stringify(files)};\n${serviceWorkerSource}`;
      this.emitFile({ type: 'asset', fileName: 'sw.js', source });
    },
  };
}

/**
 * The service worker. It answers requests for the page and the sample from the cache, including range requests, and
 * leaves all other requests to the network.
 */
const serviceWorkerSource = `
const hash = [...files.join()].reduce((sum, character) => (Math.imul(sum, 31) + character.charCodeAt(0)) | 0, 0);
const name = 'inspector-' + (hash >>> 0).toString(36);
const own = new Set(files.map((file) => new URL(file, self.registration.scope).href));
self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(name).then((cache) => cache.addAll([...own])).then(() => self.skipWaiting()));
});
self.addEventListener('activate', (event) => {
  const stale = caches.keys().then((keys) =>
    Promise.all(keys.filter((key) => key.startsWith('inspector-') && key !== name).map((key) => caches.delete(key))));
  // The service worker does not claim pages that are already open: each page is served either from the network or from
  // the cache until it is closed.
  event.waitUntil(stale);
});
self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  url.hash = '';
  if (event.request.method !== 'GET' || !own.has(url.href)) return;
  const answer = (found) => (found === undefined ? fetch(event.request) : partOf(found, event.request));
  event.respondWith(caches.match(url.href).then(answer));
});
async function partOf(whole, request) {
  const [, first, last] = /^bytes=(\\d+)-(\\d+)$/.exec(request.headers.get('Range') ?? '') ?? [];
  if (first === undefined) return whole;
  const blob = await whole.blob();
  const part = blob.slice(Number(first), Number(last) + 1);
  const headers = new Headers(whole.headers);
  headers.delete('Content-Encoding');
  headers.set('Content-Range', 'bytes ' + first + '-' + (Number(first) + part.size - 1) + '/' + blob.size);
  headers.set('Content-Length', String(part.size));
  return new Response(part, { status: 206, headers });
}
`;

export default defineConfig({
  base: './',
  plugins: [serviceWorker()],
  build: { target: 'es2022', sourcemap: true, chunkSizeWarningLimit: 600, modulePreload: { polyfill: false } },
  worker: { format: 'es' },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  clearScreen: false,
});
