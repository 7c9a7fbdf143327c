// Writes the reference of the site from the built packages: one page per package with every exported name, its doc comment and its declaration.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { declarationOf, entryFiles, namesOf } from './declarations.mjs';
import { published } from './workspace.mjs';

/** Converts a doc comment to Markdown. */
function markdownOf(comment) {
  const text = comment
    .replace(/^\s*\* ?/gm, '')
    .replace(/\{@link ([^}|]+)(?:\|[^}]+)?\}/g, '`$1`')
    .trim();
  const [prose = '', ...tags] = text.split(/^(?=@)/m);
  const items = tags.map((tag) => {
    const [, name = '', rest = ''] = /^@(\w+)\s*([\s\S]*)$/.exec(tag) ?? [];
    const [, parameter, meaning] = /^([\w$.]+)\s+(?:- )?([\s\S]*)$/.exec(rest) ?? [];
    const inLine = (words) => words.trim().replace(/\s+/g, ' ');
    if (name === 'param' && parameter !== undefined) return `- \`${parameter}\`: ${inLine(meaning)}`;
    return `- **${name === 'throws' ? 'Throws' : name}** ${inLine(rest)}`;
  });
  return [prose.trim(), items.join('\n')].filter((part) => part !== '').join('\n\n');
}

/**
 * Returns the declaration file of each entry point of a package, by the entry point's name. If an entry point has a
 * separate declaration file for Node, returns that file.
 */
function entriesOf({ path, manifest }) {
  const entries = manifest.publishConfig?.exports ?? manifest.exports;
  return Object.entries(entries).flatMap(([subpath, target]) => {
    const [first] = entryFiles(target);
    return first === undefined ? [] : [[join(manifest.name, subpath), join(path, first.file)]];
  });
}

/** Returns the reference page of a package as Markdown. */
export function referenceOf(member) {
  const parts = [
    `# ${member.manifest.name}: every name`,
    `[What the package is for](/packages/${member.folder}.md), with examples.`,
  ];
  for (const [entry, declarations] of entriesOf(member)) {
    if (!existsSync(declarations)) throw new Error(`${declarations} is missing: run node scripts/build.mjs`);
    parts.push(`## ${entry}`);
    const passedOn = new Map();
    for (const name of [...namesOf(declarations)].sort((a, b) => (a < b ? -1 : 1))) {
      const {
        text,
        comment = '',
        commented,
        from,
      } = declarationOf(declarations, name) ?? { text: '', from: name.replace('* of ', '') };
      if (from !== undefined) {
        passedOn.set(from, [...(passedOn.get(from) ?? []), name]);
        continue;
      }
      // Use the text without comments, because only it includes all overloads of a function, which are separate
      // statements.
      const isType =
        commented !== undefined && /^(export )?(declare )?(abstract )?(interface|class|enum|type)\b/.test(commented);
      const code = (isType ? commented : text).replace(/^export (declare )?/gm, '');
      parts.push(`### ${name}`, markdownOf(comment), `\`\`\`ts\n${code}\n\`\`\``);
    }
    for (const [from, names] of passedOn)
      parts.push(`From \`${from}\`: ${names.map((name) => `\`${name}\``).join(', ')}.`);
  }
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** Writes the reference pages into `folder`. `finish` receives the text of each page, and returns the text to write. */
export function writeReference(folder, finish) {
  mkdirSync(folder, { recursive: true });
  for (const member of published()) {
    if (member.manifest.exports !== undefined)
      writeFileSync(join(folder, `${member.folder}.md`), finish(referenceOf(member)));
  }
}
