/** Prints the schema tree as text or JSON. */
import { nameOf, PhysicalType } from '@marquetry/core';
import type { EncryptionFacts } from '@marquetry/file';
import { describeAnnotation, describePhysicalType, formatPath, type Schema, type SchemaNode } from '@marquetry/schema';
import type { Context } from '../context.js';
import { counted } from '../counted.js';
import { withFooter } from '../open-input.js';
import { printable } from '../terminal/printable.js';
import { createTable } from '../terminal/table.js';

type SchemaContext = Pick<Context, 'output' | 'signal'>;

export interface SchemaOptions {
  readonly json?: boolean;
  /** True to print the number of rows in JSON mode. */
  readonly rowCount?: boolean;
}

/** Prints the schema of the file at a path or URL. Every JSON object contains `file`, if it is given. */
export function printSchema(
  name: string,
  options: SchemaOptions & { readonly file?: string },
  context: SchemaContext,
): Promise<void> {
  return withFooter(name, context, ({ encryption, schema, rowCount, metadata }) => {
    const { createdBy, rowGroups } = metadata;
    const described = { schema, rowCount, rowGroups: rowGroups.length, ...(createdBy !== undefined && { createdBy }) };
    return printDescribed({ ...described, encryption }, options, context);
  });
}

/** The schema and the counts of one file, or of several files that are read as one table. */
interface Described {
  readonly schema: Schema;
  readonly rowCount: number;
  readonly rowGroups: number;
  readonly createdBy?: string;
  /** The number of files, if several are read as one table. */
  readonly files?: number;
  readonly encryption?: EncryptionFacts | undefined;
}

export function printDescribed(
  described: Described,
  options: SchemaOptions & { readonly file?: string },
  context: SchemaContext,
): Promise<void> {
  return options.json === true ? printJson(described, options, context) : printTree(described, context);
}

async function printJson(
  { schema, rowGroups, rowCount, files }: Described,
  options: SchemaOptions & { readonly file?: string },
  { output }: SchemaContext,
): Promise<void> {
  const about = options.file === undefined ? {} : { file: options.file };
  let text = '';
  if (options.rowCount === true) {
    const counts = { rows: rowCount, rowGroups, columns: schema.leaves.length, ...(files !== undefined && { files }) };
    text += `${JSON.stringify({ ...about, ...counts })}\n`;
  }
  for (const { node } of nodesBelow(schema.root.children, '')) {
    text += `${JSON.stringify({ ...about, ...recordOf(node) })}\n`;
  }
  await output.writeRecords(text);
}

/** Returns a schema node as an object that `schema --json` prints. */
function recordOf(node: SchemaNode): Record<string, unknown> {
  const leaf = node.kind === 'leaf' ? node : undefined;
  return {
    path: formatPath(node.path),
    name: node.name,
    kind: node.kind,
    repetition: node.repetition,
    physicalType: leaf === undefined ? null : nameOf(PhysicalType, leaf.type),
    typeLength: leaf?.type === PhysicalType.FIXED_LEN_BYTE_ARRAY ? leaf.width : null,
    logicalType: node.annotation ?? null,
    maxDefinitionLevel: node.maxDefinitionLevel,
    maxRepetitionLevel: node.maxRepetitionLevel,
    column: leaf?.index ?? null,
    fieldId: node.element.fieldId ?? null,
  };
}

async function printTree(
  { schema, rowGroups, rowCount, createdBy, encryption, files }: Described,
  { output }: SchemaContext,
): Promise<void> {
  const { colors } = output;
  const table = createTable(
    [
      { header: 'name' },
      { header: 'type' },
      { header: 'repetition' },
      { header: 'physical type' },
      { header: 'def', align: 'right' },
      { header: 'rep', align: 'right' },
    ],
    output,
  );
  let text = table.row([{ text: printable(schema.root.name) }]);
  for (const { node, indent } of nodesBelow(schema.root.children, '')) {
    const physical = node.kind === 'leaf' ? describePhysicalType(node) : 'group';
    text += table.row([
      { text: indent + printable(node.name) },
      {
        text: node.annotation === undefined ? physical : printable(describeAnnotation(node.annotation)),
        paint: colors.green,
      },
      { text: node.repetition, paint: colors.dim },
      { text: physical, paint: colors.cyan },
      { text: String(node.maxDefinitionLevel) },
      { text: String(node.maxRepetitionLevel) },
    ]);
  }
  text += table.end();
  const within = files === undefined ? '' : ` in ${counted(files, 'file')}`;
  const counts = `${counted(rowCount, 'row')}, ${counted(rowGroups, 'row group')}${within}`;
  const writer = createdBy === undefined ? '' : `, written by ${printable(createdBy)}`;
  const secrecy = encryption === undefined ? '' : `\n${await describeEncryption(encryption)}`;
  await output.write(
    `${text}\n${colors.dim(`${counts}, ${counted(schema.leaves.length, 'column')}${writer}${secrecy}`)}\n`,
  );
}

async function describeEncryption(facts: EncryptionFacts): Promise<string> {
  // Load the module only for encrypted files, because loading it takes time.
  const { encryptionText } = await import('../keys/encryption-text.js');
  return encryptionText(facts);
}

/** Yields the nodes below a node, depth first, each with the text that draws its tree lines. */
function* nodesBelow(
  nodes: readonly SchemaNode[],
  margin: string,
): Generator<{ readonly node: SchemaNode; readonly indent: string }> {
  for (const [i, node] of nodes.entries()) {
    const last = i === nodes.length - 1;
    yield { node, indent: `${margin}${last ? '└─ ' : '├─ '}` };
    if (node.kind === 'group') yield* nodesBelow(node.children, `${margin}${last ? '   ' : '│  '}`);
  }
}
