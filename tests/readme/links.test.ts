/**
 * Checks the links between the pages of the repository and of the site, in their sources.
 */
import { expect, test } from 'vitest';
import { anchorsOf, leadsSomewhere, linksOf, pages, textOf } from './pages.js';

const all = pages();

test('the pages whose links are checked include READMEs, guides and pages of the site', () => {
  expect(all).toEqual(
    expect.arrayContaining(['README.md', 'docs/types.md', 'packages/page/README.md', 'apps/site/pages/format.md']),
  );
});

test.each(all)('%s has no dead links', (page) => {
  expect(linksOf(textOf(page)).filter((link) => !leadsSomewhere(page, link) && !isLayout(page, link))).toEqual([]);
});

/** True for a link that starts at the root of the site. Such links are checked when the site is built. */
function isLayout(page: string, link: string): boolean {
  return page.startsWith('apps/site/') && link.startsWith('/');
}

test('a link to a file or heading that does not exist is reported as dead', () => {
  expect(linksOf('[a](b.md) `[c](d.md)` ![e](f.svg)')).toEqual(['b.md', 'f.svg']);
  expect(anchorsOf('# A `b`, c\n```sh\n# no heading\n```\n')).toEqual(['a-b-c']);
  expect(leadsSomewhere('README.md', 'docs/none.md')).toBe(false);
  expect(leadsSomewhere('README.md', 'docs/types.md#none')).toBe(false);
  expect(leadsSomewhere('docs/types.md', '../README.md#sizes')).toBe(true);
});
