// What the packages export: docs/api/PACKAGE.md, one file per package, with types, and docs/names.md, one table of all names with their
// meanings, the first sentences of the doc comments. A change of the public surface shows there. A name without a sentence is a fault.
//
//   npm run api             writes the reports, from what is built
//   npm run check -- api    fails where one is not what is built
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { published, root } from './workspace.mjs';

const folder = join(root, 'docs/api');
const namesFile = '../names.md';
const writes = process.argv.includes('--write');

/** Without comments and empty lines. Declarations hold no strings with the signs of a comment. */
function withoutComments(text) {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/\n\s*\n/g, '\n')
    .trim();
}

/** The statements of a file of declarations. */
function statementsOf(text) {
  const statements = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    const sign = text[i];
    if ('{(['.includes(sign)) depth++;
    else if ('})]'.includes(sign)) depth--;
    if (depth > 0) continue;
    const statement = text.slice(start, i + 1);
    const endsBlock =
      sign === '}' && /^\s*(export\s+)?(declare\s+)?(abstract\s+)?(interface|class|enum|namespace)\b/.test(statement);
    if (sign !== ';' && !endsBlock) continue;
    statements.push(statement.trim());
    start = i + 1;
  }
  return statements;
}

/** The first sentence of each doc comment that stands before a declaration, by the declared name. */
function sentencesOf(text) {
  const sentences = new Map();
  const documented =
    /\/\*\*((?:[^*]|\*(?!\/))*)\*\/\s*(?:export )?(?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type|enum) ([\w$]+)/g;
  for (const [, comment, name] of text.matchAll(documented)) {
    // Overloads have one comment, before the first.
    if (!sentences.has(name)) sentences.set(name, firstSentence(comment));
  }
  return sentences;
}

function firstSentence(comment) {
  const [prose] = comment
    .replace(/^\s*\*? ?/gm, '')
    .trim()
    .split(/\n\s*\n|\n(?=[-|@\d`]|\s{2,})|^(?=@)/);
  const text = (prose ?? '')
    .replace(/\{@link ([^}]+)\}/g, '`$1`')
    .replace(/\s+/g, ' ')
    .trim();
  if (text.startsWith('@')) return '';
  const [sentence] = text.split(/(?<=[.?!])(?<!\b(?:e\.g|i\.e|v\d)\.) (?=[A-Z`'"@{[])/);
  return (sentence ?? '').replace(/ @throws.*$/, '').replace(/[:,]$/, '.');
}

const files = new Map();

/** What a file declares and exports, by name: declarations, or the file and name that they are of. */
function moduleOf(path) {
  const known = files.get(path);
  if (known !== undefined) return known;
  const text = readFileSync(path, 'utf8');
  const found = { declared: new Map(), exported: new Map(), stars: [], sentences: sentencesOf(text) };
  files.set(path, found);
  for (const statement of statementsOf(withoutComments(text))) {
    const star = /^export \* from '([^']+)'/.exec(statement);
    const list = /^(?:export|import) (?:type )?\{([\s\S]*)\}(?: from '([^']+)')?/.exec(statement);
    const named =
      /^(export )?(?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type|enum) ([\w$]+)/.exec(
        statement,
      );
    if (star) found.stars.push(star[1]);
    else if (list) {
      for (const item of list[1].split(',').map((each) => each.trim())) {
        const [, from, as] = /^(?:type )?([\w$]+)(?: as ([\w$]+))?$/.exec(item) ?? [];
        if (from === undefined) continue;
        const origin = { from, file: list[2] };
        if (statement.startsWith('export')) found.exported.set(as ?? from, origin);
        else found.declared.set(as ?? from, origin);
      }
    } else if (named) {
      const [, isExported, name] = named;
      found.declared.set(name, [
        ...(Array.isArray(found.declared.get(name)) ? found.declared.get(name) : []),
        statement,
      ]);
      if (isExported) found.exported.set(name, { from: name, file: undefined });
    }
  }
  return found;
}

function resolved(path, specifier) {
  return specifier.startsWith('.') ? join(dirname(path), specifier.replace(/\.js$/, '.d.ts')) : specifier;
}

/** The declaration of a name of a file, with its first sentence; of a name of another package, where it is from. */
function declarationOf(path, name) {
  const { declared, exported, stars } = moduleOf(path);
  const origin = exported.get(name) ?? declared.get(name);
  if (origin === undefined) {
    for (const star of stars) {
      const other = resolved(path, star);
      if (other === star) continue;
      const found = declarationOf(other, name);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  const { sentences } = moduleOf(path);
  if (Array.isArray(origin)) return { text: origin.join('\n'), sentence: sentences.get(name) ?? '' };
  if (origin.file !== undefined) {
    const other = resolved(path, origin.file);
    return other === origin.file ? { text: `// ${origin.from} of ${other}` } : declarationOf(other, origin.from);
  }
  const here = declared.get(origin.from);
  if (Array.isArray(here)) return { text: here.join('\n'), sentence: sentences.get(origin.from) ?? '' };
  return here && declarationOf(resolved(path, here.file), here.from);
}

/** All names that a file exports. */
function namesOf(path) {
  const { exported, stars } = moduleOf(path);
  const names = new Set(exported.keys());
  for (const star of stars) {
    const other = resolved(path, star);
    for (const name of other === star ? [`* of ${star}`] : namesOf(other)) names.add(name);
  }
  return names;
}

/** The files of declarations of an entry of `exports`, by the condition that chooses each. */
function* entryFiles(target, conditions = []) {
  if (typeof target !== 'object' || target === null) return;
  for (const [condition, value] of Object.entries(target)) {
    if (condition === 'types') yield { condition: conditions.join(', '), file: value };
    else if (!condition.startsWith('@')) yield* entryFiles(value, [...conditions, condition]);
  }
}

/** Rows of the table of names: of each package the names that it declares, in the order of the report. */
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
      if (!existsSync(declarations)) throw new Error(`${declarations} is not there: run node scripts/build.mjs`);
      const when = condition === '' || condition === 'default' ? '' : `, under ${condition}`;
      parts.push(`## ${join(manifest.name, subpath)}${when}`);
      const names = [...namesOf(declarations)].sort((a, b) => (a < b ? -1 : 1));
      const texts = names.map((name) => {
        const declaration = declarationOf(declarations, name);
        if (declaration === undefined && !name.startsWith('* of'))
          throw new Error(`no declaration of ${name} in ${declarations}`);
        const { text, sentence } = declaration ?? { text: `// ${name}` };
        if (sentence !== undefined && !rows.has(name)) {
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

/** One table per package. Names that a package passes on from another are in the table of that. */
function namesReport() {
  const parts = [
    '# Every public name',
    'The meaning of each name is the first sentence of its doc comment; its type is in [api](api/README.md). A package that passes on names of another is left out for these. `npm run api` writes this file, and `npm run check` fails where it is out of date.',
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
  console.log(`no doc comment with a sentence:\n  ${nameless.join('\n  ')}`);
  process.exitCode = 1;
}
if (writes) {
  // Written above.
} else if (stale.length > 0) {
  console.log(
    `the public surface has changed: ${stale.join(', ')}. Run \`npm run api\`, and read the difference before you commit it.`,
  );
  process.exitCode = 1;
}
