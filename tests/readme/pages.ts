/** Finds the Markdown pages that users read, and checks the targets of their links. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Matches folders with generated files, and files that are not for users. */
const left =
  /^(node_modules|bench\/node_modules|\.changeset|tests|scripts)\b|\/node_modules\/|\/\.cache\/|\/dist\/|\/cli\/NOTICE|CHANGELOG\.md$/;

/** Returns every page of the repository, relative to its root. */
export function pages(folder = ''): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (left.test(entry.isDirectory() ? `${path}/` : path) || entry.name === '.git') return [];
    if (entry.isDirectory()) return pages(path);
    return entry.name.endsWith('.md') ? [path] : [];
  });
}

export const textOf = (page: string): string => readFileSync(join(root, page), 'utf8');

/** Returns the links and images of Markdown, outside code. */
export function linksOf(markdown: string): string[] {
  const prose = markdown.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '`');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
}

/** Returns the anchors of a page's headings, in the form that code hosts and VitePress give them. */
export function anchorsOf(markdown: string): string[] {
  const headings = markdown.replace(/^```[\s\S]*?^```/gm, '').matchAll(/^#+ (.*)$/gm);
  return Array.from(headings, ([, heading = '']) =>
    heading
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** True if the target of a link exists: a file or folder of the repository, and its heading if the link has an anchor. */
export function leadsSomewhere(page: string, link: string): boolean {
  if (/^(https?|mailto):/.test(link)) return true;
  const [path = '', anchor] = link.split('#');
  const found = path === '' ? page : posix.normalize(posix.join(posix.dirname(page), path));
  // Links of the site's pages are relative to the built site, in which the pages are in the same folder as docs/ and packages/.
  const candidates = [
    found,
    found.replace(/^apps\/site\/pages\//, ''),
    found.replace(/^apps\/site\/pages\/packages\/([\w-]+)\.md$/, 'packages/$1/README.md'),
  ];
  const file = candidates.find((each) => existsSync(join(root, each)));
  if (file === undefined) return false;
  return anchor === undefined || anchorsOf(textOf(file)).includes(anchor);
}
