// `npm run new-package -- NAME [--layer N] [--node] [--description TEXT]`: creates a package that passes every check.
// NAME is the folder under packages/. --layer (default 2) is its layer in scripts/layers.json; --node adds a `node` export condition
// with the entry src/index.node.ts.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { completed } from './manifests.mjs';
import { execute, readJson, root } from './workspace.mjs';

function usage(message) {
  console.error(`${message}\nusage: npm run new-package -- NAME [--layer N] [--node] [--description TEXT]`);
  process.exit(2);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    layer: { type: 'string', default: '2' },
    node: { type: 'boolean', default: false },
    description: { type: 'string' },
  },
});
const [name] = positionals;
if (positionals.length !== 1 || !/^[a-z][a-z0-9-]*$/.test(name))
  usage('NAME must consist of lower-case letters, digits and hyphens');
const folder = join(root, 'packages', name);
if (existsSync(folder)) usage(`packages/${name} exists`);

const tablePath = join(root, 'scripts/layers.json');
const table = readJson(tablePath);
const listed = Object.keys(table.layers).find((layer) => table.layers[layer].includes(name));
const layer = listed ?? values.layer;
if (!(layer in table.layers)) usage(`--layer must be one of the layers in scripts/layers.json, got ${layer}`);
if (listed === undefined) table.layers[layer].push(name);
if (values.node && !table.node.includes(name)) table.node.push(name);

const description = values.description ?? `${name}, a Marquetry package.`;
const built = { types: './dist/index.d.ts', default: './dist/index.js' };
const builtForNode = { types: './dist/index.node.d.ts', default: './dist/index.node.js' };
const source = values.node ? { node: './src/index.node.ts', default: './src/index.ts' } : './src/index.ts';
const exported = values.node ? { node: builtForNode, default: built } : built;

const manifest = {
  name: `@marquetry/${name}`,
  version: '0.0.0',
  description,
  keywords: [name],
  type: 'module',
  sideEffects: false,
  engines: { node: '>=20.19' },
  files: ['dist', 'README.md', 'CHANGELOG.md'],
  exports: { '.': { '@marquetry/source': source, ...exported } },
  publishConfig: { access: 'public', exports: { '.': exported } },
  scripts: {
    build: 'tsup --config ../../tsup.config.ts',
    test: `vitest run --root ../.. packages/${name}/`,
    typecheck: 'node ../../node_modules/typescript7/bin/tsc -p . --noEmit',
  },
};

const constant = name.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
const files = {
  'package.json': `${JSON.stringify(completed(manifest, folder, readJson(join(root, 'package.json'))), null, 2)}\n`,
  'tsconfig.json': values.node
    ? '{\n  "extends": "../../tsconfig.base.json",\n  "compilerOptions": { "types": ["node"] }\n}\n'
    : '{ "extends": "../../tsconfig.base.json" }\n',
  'src/index.ts': `/** States in one sentence what this package does. */\nexport const ${constant} = '${name}';\n`,
  ...(values.node ? { 'src/index.node.ts': "export * from './index.js';\n" } : {}),
  [`test/${name}.test.ts`]: `import { ${constant} } from '@marquetry/${name}';
import { expect, test } from 'vitest';

test('${constant} is the name of the package', () => {
  expect(${constant}).toBe('${name}');
});
`,
  'README.md': `# @marquetry/${name}

${description}

\`\`\`sh
npm install @marquetry/${name}
\`\`\`

\`\`\`ts
import { ${constant} } from '@marquetry/${name}';

console.log(${constant});
\`\`\`

## Wire layout

## Guarantees
`,
};

for (const [file, text] of Object.entries(files)) {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}
writeFileSync(tablePath, `${JSON.stringify(table, null, 2)}\n`);
writeFileSync(join(root, `.changeset/new-${name}.md`), `---\n'@marquetry/${name}': minor\n---\n\n${description}\n`);

const paths = [tablePath, folder];
for (const [command, args] of [
  ['biome', ['check', '--write', ...paths]],
  ['pnpm', ['install', '--no-frozen-lockfile', '--prefer-offline']],
]) {
  const { code, output } = await execute(command, args);
  if (code !== 0) {
    console.error(output);
    process.exit(code);
  }
}
console.log(`Created packages/${name} in layer ${layer}, and its changeset.`);
