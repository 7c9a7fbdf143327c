// Writes the pages of the site from the Markdown files in apps/site/pages and elsewhere in the repository.
//
//   apps/site/pages/**   -> **              docs/*.md, docs/pictures, docs/performance -> docs/
//   packages/X/README.md -> packages/X.md   apps/cli/README.md -> packages/cli.md      SECURITY.md, CODE_OF_CONDUCT.md
//
// Links between these files stay links. Other links lead to code, which the site does not have, so only their text stays.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { published, root } from './workspace.mjs';

const pictures = ['docs/pictures', 'docs/performance'];

/** Returns a map from the path of each page on the site to its source file, relative to the root of the repository. */
export function sitePages() {
  const pages = new Map();
  const add = (folder, at) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      if (entry.isDirectory()) add(`${folder}/${entry.name}`, posix.join(at, entry.name));
      else if (entry.name.endsWith('.md')) pages.set(posix.join(at, entry.name), `${folder}/${entry.name}`);
    }
  };
  add('apps/site/pages', '');
  for (const name of readdirSync(join(root, 'docs')))
    if (name.endsWith('.md')) pages.set(`docs/${name}`, `docs/${name}`);
  for (const { folder, path } of published()) {
    const readme = `${posix.relative(root, path)}/README.md`;
    if (existsSync(join(root, readme))) pages.set(`packages/${folder}.md`, readme);
  }
  for (const name of ['SECURITY.md', 'CODE_OF_CONDUCT.md']) pages.set(name, name);
  return pages;
}

/** Returns the names of the packages that have a reference page. */
export const referencePackages = () =>
  published()
    .filter(({ manifest }) => manifest.exports !== undefined)
    .map(({ folder }) => folder);

/** Matches code between backticks, or a link or image, whose text may contain such code. */
const codeOrLink = /`[^`\n]+`|(!?)\[((?:`[^`\n]*`|[^\]`])*)\]\(([^)\s]+)\)/g;

/**
 * Replaces each link in Markdown text, except in code, with the result of `change`, which receives the text and the
 * target of the link.
 */
export function mapLinks(markdown, change) {
  return markdown
    .split(/(^```[\s\S]*?^```)/m)
    .map((part, i) =>
      i % 2 === 1
        ? part
        : part.replace(codeOrLink, (whole, mark, text, target) =>
            target === undefined ? whole : change({ whole, mark, text, target }),
          ),
    )
    .join('');
}

/** Returns the path on the site to which a relative link leads, or `undefined` if the site does not have that page. */
export function targetOf(from, link, pages) {
  const [path = '', anchor] = link.split('#');
  const hash = anchor === undefined ? '' : `#${anchor}`;
  if (path === '') return hash;
  const bySource = posix.normalize(posix.join(posix.dirname(pages.get(from)), path));
  const bySite = posix.normalize(posix.join(posix.dirname(from), path));
  if (bySource === 'docs/api/README.md') return `/packages/marquetry.md`;
  for (const [page, source] of pages) if (source === bySource) return `/${page}${hash}`;
  if (pages.has(bySite)) return `/${bySite}${hash}`;
  const picture = [bySource, bySite].find(
    (each) => pictures.some((folder) => each.startsWith(`${folder}/`)) && existsSync(join(root, each)),
  );
  return picture === undefined ? undefined : `/${picture}`;
}

/** The HTML tags that the documents use. Any other `<` must be escaped, because Vue would treat it as a component. */
const tags = /<(?!\/?(?:sup|br|details|summary|div|img)\b|!--)/g;
export const escaped = (markdown) =>
  markdown
    .split(/(^```[\s\S]*?^```|`[^`\n]+`)/m)
    .map((part, i) => (i % 2 === 1 ? part : part.replace(tags, '&lt;').replaceAll('{{', '&#123;&#123;')))
    .join('');

/** Returns the Markdown of a page, adapted to VitePress. */
export function pageText(page, pages) {
  const markdown = readFileSync(join(root, pages.get(page)), 'utf8').replace(/^<!-- .*? -->\n/gm, '');
  const linked = mapLinks(markdown, ({ whole, mark, text, target }) => {
    if (/^(https?:|mailto:|\/)/.test(target)) return whole;
    const found = targetOf(page, target, pages);
    return found === undefined ? text : `${mark}[${text}](${found})`;
  });
  return escaped(linked);
}

/** Writes all pages and pictures into `folder`. */
export function writeSitePages(folder) {
  rmSync(folder, { recursive: true, force: true });
  const pages = sitePages();
  for (const page of pages.keys()) {
    mkdirSync(dirname(join(folder, page)), { recursive: true });
    writeFileSync(join(folder, page), pageText(page, pages));
  }
  for (const picture of pictures) cpSync(join(root, picture), join(folder, 'public', picture), { recursive: true });
}
