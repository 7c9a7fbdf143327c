import { httpSource } from '@marquetry/file/remote';
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

const answer = (): Response => new Response('PAR1', { status: 206, headers: { 'Content-Range': 'bytes 0-3/4' } });

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36', 'no-store'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', undefined],
  ['Cloudflare-Workers', undefined],
  ['Node.js/24', undefined],
])('for the user agent %s, the fetch option `cache` is %s', async (userAgent, cache) => {
  vi.stubGlobal('navigator', { userAgent });
  const seen: (string | undefined)[] = [];
  await httpSource('https://example.com/f', {
    fetch: async (_, init) => {
      seen.push(init.cache);
      return answer();
    },
  });
  expect(seen).toEqual([cache]);
});
