// What the packages export, with its types: docs/api/PACKAGE.md, one file a package. A change of the public surface shows there.
//
//   npm run api             writes the reports, from what is built
//   npm run check -- api    fails where one is not what is built
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { published, root } from './workspace.mjs';

const folder = join(root, 'docs/api');
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

const files = new Map();

/** What a file declares and exports, by name: declarations, or the file and name that they are of. */
function moduleOf(path) {
  const known = files.get(path);
  if (known !== undefined) return known;
  const found = { declared: new Map(), exported: new Map(), stars: [] };
  files.set(path, found);
  for (const statement of statementsOf(withoutComments(readFileSync(path, 'utf8')))) {
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

/** The declaration of a name of a file; of a name of another package, where it is from. */
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
  if (Array.isArray(origin)) return origin.join('\n');
  if (origin.file !== undefined) {
    const other = resolved(path, origin.file);
    return other === origin.file ? `// ${origin.from} of ${other}` : declarationOf(other, origin.from);
  }
  const here = declared.get(origin.from);
  return Array.isArray(here) ? here.join('\n') : here && declarationOf(resolved(path, here.file), here.from);
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

function reportOf({ path, manifest }) {
  const parts = [`# ${manifest.name}`];
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
        return (declaration ?? `// ${name}`).replace(/^export (declare )?/gm, '');
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
} else if (stale.length > 0) {
  console.log(
    `the public surface has changed: ${stale.join(', ')}. Run \`npm run api\`, and read the difference before you commit it.`,
  );
  process.exitCode = 1;
}
