/**
 * Tests the links, the search and the accessibility of the site that `npm run site -- --build` has built, in Chromium.
 * If the site has not been built, the tests are skipped, and their title gives the reason.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { extname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, chromiumTitle, visit } from '@marquetry/test-support/chromium.js';
import { beforeAll, describe, expect, test } from 'vitest';

const dist = fileURLToPath(new URL('../.cache/dist/', import.meta.url));
const axe = fileURLToPath(new URL('../node_modules/axe-core/axe.min.js', import.meta.url));
const isBuilt = existsSync(join(dist, 'index.html'));
const title = isBuilt ? 'the site' : 'the site (not built: npm run test:site)';

const files = isBuilt ? (readdirSync(dist, { recursive: true, encoding: 'utf8' }) as string[]) : [];
const pages = files.filter((file) => file.endsWith('.html') && file !== '404.html').sort();

/** Returns the links of a page (`href` and `src`) that do not lead to other sites. */
function linksOf(page: string): string[] {
  const html = readFileSync(join(dist, page), 'utf8');
  return [...html.matchAll(/\s(?:href|src)="([^"]+)"/g)]
    .map(([, link = '']) => link.replaceAll('&amp;', '&'))
    .filter((link) => !/^(https?|mailto|data):/.test(link));
}

describe.skipIf(!isBuilt)(title, () => {
  const known = new Set(files.map((file) => file.replaceAll('\\', '/')));
  const ids = new Map<string, Set<string>>();
  const idsOf = (page: string): Set<string> => {
    const found =
      ids.get(page) ??
      new Set(Array.from(readFileSync(join(dist, page), 'utf8').matchAll(/\sid="([^"]+)"/g), ([, id = '']) => id));
    ids.set(page, found);
    return found;
  };

  test('the site has pages for the guides, the packages and the names that packages export', () => {
    expect(pages).toEqual(
      expect.arrayContaining([
        'index.html',
        'guides/rows.html',
        'packages/marquetry.html',
        'reference/core.html',
        'format.html',
      ]),
    );
  });

  test.each(pages)('%s has no dead links', (page) => {
    const dead = linksOf(page).filter((link) => {
      const [path = '', anchor] = link.split('#');
      const found =
        path === ''
          ? page
          : posix.normalize(posix.join(path.startsWith('/') ? '' : posix.dirname(page), path)).replace(/^\//, '');
      const file = [found, `${found}index.html`, `${found}.html`].find((each) => known.has(each));
      if (path !== '/' && file === undefined) return true;
      return (
        anchor !== undefined &&
        anchor !== '' &&
        file?.endsWith('.html') === true &&
        !idsOf(file).has(decodeURIComponent(anchor))
      );
    });
    expect(dead).toEqual([]);
  });

  test('the site loads no scripts, styles, fonts or images from other sites', () => {
    for (const page of pages) {
      const html = readFileSync(join(dist, page), 'utf8');
      expect(html.match(/<(?:script|link|img)[^>]*(?:src|href)="https?:[^"]*"/g) ?? []).toEqual([]);
    }
  });
});

const types: Readonly<Record<string, string>> = {
  ...{
    '.html': 'text/html; charset=utf-8',
    '.js': 'text/javascript',
    '.css': 'text/css',
    '.svg': 'image/svg+xml',
    '.json': 'application/json',
  },
};

interface Violation {
  readonly id: string;
  readonly targets: readonly string[];
}
interface Reports {
  readonly violations: Readonly<Record<string, readonly Violation[]>>;
  readonly found: Readonly<Record<string, readonly string[]>>;
}

const asked = ['openParquet', 'DELTA_BINARY_PACKED', 'definition level'];

/**
 * The script that is added to each page. It runs axe, an accessibility checker, in both color schemes, types into the
 * search on the first page, and then opens the next page.
 */
const script = `
const report = (where, value) => fetch('/report/' + where, { method: 'POST', body: JSON.stringify(value) });
const until = async (probe) => {
  for (let i = 0; i < 200; i++) {
    const found = probe();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return undefined;
};
async function search(words) {
  document.querySelector('.VPNavBarSearch button')?.click();
  const input = await until(() => document.querySelector('.VPLocalSearchBox input'));
  if (!input) return ['no search box'];
  input.value = words;
  input.dispatchEvent(new Event('input', { bubbles: true }));
  await until(() => document.querySelector('.VPLocalSearchBox .result'));
  await new Promise((resolve) => setTimeout(resolve, 400));
  const titles = [...document.querySelectorAll('.VPLocalSearchBox .result')].map(({ href, innerText }) => new URL(href).pathname + ' ' + innerText.replace(/\\s+/g, ' ').slice(0, 80));
  document.querySelector('.VPLocalSearchBox .backdrop')?.click();
  await until(() => !document.querySelector('.VPLocalSearchBox'));
  return titles;
}
addEventListener('load', async () => {
  await new Promise((resolve) => setTimeout(resolve, 100));
  // Turn transitions off, because colors have less contrast while the page changes from one scheme to the other.
  const still = document.createElement('style');
  still.textContent = '*, *::before, *::after { transition: none !important; animation: none !important; }';
  document.head.append(still);
  const violations = [];
  for (const dark of [false, true]) {
    document.documentElement.classList.toggle('dark', dark);
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const results = await axe.run(document, { resultTypes: ['violations'] });
    violations.push(...results.violations.map(({ id, nodes }) => ({ id, targets: nodes.slice(0, 3).map(({ target }) => String(target)) })));
  }
  if (location.pathname === '/index.html') {
    const found = {};
    for (const words of ${JSON.stringify(asked)}) found[words] = await search(words);
    await report('found', found);
  }
  await report('page', { path: location.pathname, violations });
  const next = await (await fetch('/next', { method: 'POST', body: location.pathname })).text();
  if (next) location.href = next;
});`;

/** The pages to visit: one of each kind, because all pages of a kind have the same structure. */
const visited = [
  'index.html',
  ...pages.filter(
    (page) =>
      page !== 'index.html' && (!/^(reference|packages)\//.test(page) || /\/(marquetry|core|cli)\.html$/.test(page)),
  ),
];

async function reportsOf(): Promise<Reports> {
  const violations: Record<string, readonly Violation[]> = {};
  let found: Record<string, readonly string[]> = {};
  let end = (): void => {};
  const done = new Promise<void>((resolve) => {
    end = resolve;
  });
  const server: Server = createServer((request, response) => {
    const path = decodeURIComponent((request.url ?? '/').split('?')[0] ?? '/');
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    request.on('end', () => {
      if (path === '/') return void response.writeHead(302, { Location: '/index.html' }).end();
      if (path === '/axe.js')
        return void response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(readFileSync(axe));
      if (path === '/visit.js') return void response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(script);
      if (path === '/report/found') found = JSON.parse(body);
      if (path === '/report/page') {
        const page = JSON.parse(body) as { path: string; violations: Violation[] };
        violations[page.path.slice(1)] = page.violations;
      }
      if (path.startsWith('/report/')) return void response.end();
      if (path === '/next') {
        const next = visited[visited.indexOf(body.slice(1)) + 1];
        response.end(next === undefined ? '' : `/${next}`);
        if (next === undefined) end();
        return;
      }
      const file = join(dist, path);
      if (!existsSync(file)) return void response.writeHead(404).end();
      const bytes = readFileSync(file);
      response.writeHead(200, { 'Content-Type': types[extname(path)] ?? 'application/octet-stream' });
      const isPage = path.endsWith('.html');
      response.end(
        isPage
          ? bytes
              .toString()
              .replace('</body>', '<script src="/axe.js"></script><script src="/visit.js"></script></body>')
          : bytes,
      );
    });
  });
  await visit(server, done);
  return { violations, found };
}

describe.skipIf(!isBuilt || chromium === undefined)(`${title}, in ${chromiumTitle}`, () => {
  let reports: Reports;
  beforeAll(async () => {
    reports = await reportsOf();
  }, 300_000);

  test('axe finds no accessibility violation on any kind of page, in the light and the dark theme', () => {
    expect(Object.keys(reports.violations).sort()).toEqual([...visited].sort());
    expect(Object.entries(reports.violations).filter(([, each]) => each.length > 0)).toEqual([]);
  });

  test.each([
    ['openParquet', /(reference|packages)\/marquetry|guides\//],
    ['DELTA_BINARY_PACKED', /format|delta/],
    ['definition level', /format|levels/],
  ])('the search finds the page for %s', (words, place) => {
    expect(reports.found[words]?.slice(0, 8).join('\n')).toMatch(place);
  });
});
