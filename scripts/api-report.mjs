// Reports what the packages export: docs/api/PACKAGE.md has the types, one file per package, and docs/names.md the meaning of each name,
// which is the first sentence of its doc comment. Every change of the public surface is a difference in these files. A name without such
// a sentence is a fault.
//
//   npm run api             writes the reports from the built packages
//   npm run check -- api    fails if a report is out of date
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { declarationOf, entryFiles, firstSentence, namesOf } from './declarations.mjs';
import { published, root } from './workspace.mjs';

const folder = join(root, 'docs/api');
const namesFile = '../names.md';
const writes = process.argv.includes('--write');

/** The rows of docs/names.md, by package: one per name that the package declares, in the same order as in docs/api. */
const tables = new Map();
const nameless = [];

function reportOf({ path, manifest }) {
  const parts = [`# ${manifest.name}`];
  const rows = new Map();
  tables.set(manifest.name, rows);
  const entries = manifest.publishConfig?.exports ?? manifest.exports;
  for (const [subpath, target] of Object.entries(entries)) {
    for (const { condition, file } of entryFiles(target)) {
      const declarations = join(path, file);
      if (!existsSync(declarations)) throw new Error(`${declarations} does not exist: run node scripts/build.mjs`);
      const when = condition === '' || condition === 'default' ? '' : `, with the export condition \`${condition}\``;
      parts.push(`## ${join(manifest.name, subpath)}${when}`);
      const names = [...namesOf(declarations)].sort((a, b) => (a < b ? -1 : 1));
      const texts = names.map((name) => {
        const declaration = declarationOf(declarations, name);
        if (declaration === undefined && !name.startsWith('* of'))
          throw new Error(`${declarations} does not declare ${name}`);
        const { text, from, comment = '' } = declaration ?? { text: `// ${name}`, from: name };
        if (from === undefined && !rows.has(name)) {
          const sentence = firstSentence(comment);
          rows.set(name, { entry: subpath, sentence });
          if (sentence === '') nameless.push(`${manifest.name}: ${name}`);
        }
        return text.replace(/^export (declare )?/gm, '');
      });
      parts.push(`\`\`\`ts\n${texts.join('\n')}\n\`\`\``);
    }
  }
  return `${parts.join('\n\n')}\n`;
}

const reports = new Map(
  published()
    .filter(({ manifest }) => manifest.exports !== undefined)
    .map((member) => [`${member.folder}.md`, reportOf(member)]),
);

/** Returns one table per package. A name that a package re-exports is in the table of the package that declares it. */
function namesReport() {
  const parts = [
    '# Every public name',
    'The meaning of each name is the first sentence of its doc comment; its type is in [api](api/README.md). Each name is listed once, under the package that declares it. `npm run api` writes this file, and `npm run check` fails if it is out of date.',
  ];
  for (const [name, rows] of [...tables].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (rows.size === 0) continue;
    const lines = [...rows].map(([each, { entry, sentence }]) => {
      const from = entry === '.' ? '' : ` (${entry.slice(1)})`;
      return `| \`${each}\`${from} | ${sentence.replaceAll('|', '\\|')} |`;
    });
    parts.push(`## ${name}`, ['| name | meaning |', '|---|---|', ...lines].join('\n'));
  }
  return `${parts.join('\n\n')}\n`;
}
reports.set(namesFile, namesReport());

mkdirSync(folder, { recursive: true });
const present = readdirSync(folder).filter((name) => name !== 'README.md');
const stale = [...new Set([...present, ...reports.keys()])].filter((name) => {
  const path = join(folder, name);
  return !reports.has(name) || !existsSync(path) || readFileSync(path, 'utf8') !== reports.get(name);
});
if (writes) {
  for (const name of stale) {
    if (reports.has(name)) writeFileSync(join(folder, name), reports.get(name));
    else rmSync(join(folder, name));
  }
  console.log(`${stale.length} of ${reports.size} reports have changed`);
}
if (nameless.length > 0) {
  console.log(`exported names without a sentence in a doc comment:\n  ${nameless.join('\n  ')}`);
  process.exitCode = 1;
}
if (writes) {
  // In this mode the reports have just been written, so none is out of date.
} else if (stale.length > 0) {
  console.log(
    `the public surface has changed: ${stale.join(', ')}. Run \`npm run api\`, and read the difference before you commit it.`,
  );
  process.exitCode = 1;
}
