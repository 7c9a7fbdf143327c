/**
 * Reads the entries of a VARIANT column, and reassembles those that are shredded (stored in several columns). An entry
 * is stored in one of these ways:
 *
 *   value     typed_value
 *   null      null          the entry is missing; where a value is required, it is a Variant null
 *   present   null          the value is in `value`
 *   null      present       the value is in `typed_value`
 *   present   present       an object whose fields are in both; for any other value, the file is corrupt
 *
 * For a field that is a path into the VARIANT (`PathNode`), the values at that path are read.
 *
 * Source: VariantShredding.md.
 */
import type { NestedColumn, NestedLeaf, NestedStruct, NestedVariant } from '@marquetry/column';
import { ParquetError, withPlace } from '@marquetry/core';
import { formatPath, type VariantField } from '@marquetry/schema';
import { corrupt } from '../encoding/faults.js';
import { BasicType } from '../encoding/kind.js';
import { entryEnd, entryStart, fieldId, readContainer, valueEnd } from '../encoding/layout.js';
import { Metadata } from '../encoding/metadata.js';
import type { Variant } from '../encoding/variant.js';
import { VariantView } from '../encoding/view.js';
import { metadataOf } from '../make/dictionary.js';
import { Output, type OutputField } from '../make/output.js';
import { conflict, shreddedInValue } from './conflicts.js';
import { bytesOfLeaf, isNull, primitiveWriter } from './leaf-bytes.js';
import { namesOfPath } from './path-node.js';
import { pathReader, type Reach, valueReader } from './path-reader.js';
import { pathPlan, type ShreddedObject, type ShreddedValue, shreddingPlan } from './plan.js';

/**
 * Reads the entries of a VARIANT in one batch. Both methods throw ParquetError, naming the column, if bytes or columns violate the format.
 */
export interface VariantEntries {
  /**
   * Returns the value of an entry, in memory that later calls do not overwrite; null if the entry is null or has no
   * value at the path to read.
   */
  read(entry: number): Variant | null;
  /** Like `read`, but returns the value in memory that the next call overwrites. */
  borrow(entry: number): Variant | null;
}

/** Returns an object that reads the entries of a VARIANT column in one batch. */
export type VariantReader = (column: NestedVariant) => VariantEntries;

/**
 * Creates a reader for a VARIANT field, which reads the batches of one file. Shredded values are assembled from their
 * columns. Other values are views of the column's bytes.
 * @throws ParquetError CORRUPT or UNSUPPORTED, naming the column, if the schema of the field violates the specification
 *   of shredded VARIANTs.
 */
export function createVariantReader(field: VariantField): VariantReader {
  const names = namesOfPath(field.node);
  const plan = names === undefined ? shreddingPlan(field.storage) : pathPlan(field.storage);
  const metadataIndex = field.storage.fields.findIndex(({ name }) => name === 'metadata');
  const column = formatPath(field.node.path);
  return (batch) => {
    const { storage } = batch;
    const metadata = createMetadataReader(storage.children[metadataIndex]);
    const whole = plan.typed === undefined ? storage.children[plan.valueIndex] : undefined;
    const read = names
      ? pathReader(plan, storage, names, metadata, (part, column) => partReader(part, column, metadata))
      : whole?.kind === 'leaf'
        ? directReader(whole, metadata)
        : assemblingReader(plan, storage, metadata);
    const placed = (entry: number, isBorrowed: boolean): Variant | null => {
      if (isNull(storage, entry)) return null;
      try {
        return read(entry, isBorrowed) ?? null;
      } catch (error) {
        throw withPlace(error, { column });
      }
    };
    return { read: (entry) => placed(entry, false), borrow: (entry) => placed(entry, true) };
  };
}

type MetadataOf = (entry: number) => Metadata;

/** Returns the parsed metadata of an entry. If its bytes equal those of the previous call, returns the same object. */
function createMetadataReader(column: NestedColumn | undefined): MetadataOf {
  if (column?.kind !== 'leaf') throw new ParquetError('INVALID_ARGUMENT', 'the column has no `metadata`');
  const bytesOf = bytesOfLeaf(column);
  let last: Metadata | undefined;
  return (entry) => {
    const bytes = bytesOf(entry);
    if (last === undefined || !isSame(last.bytes, bytes)) last = new Metadata(bytes);
    return last;
  };
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  if (a.byteOffset === b.byteOffset && a.buffer === b.buffer) return true;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

const nothing: Uint8Array = /* @__PURE__ */ new Uint8Array(1);

function directReader(column: NestedLeaf, metadata: MetadataOf): Reach {
  const bytesOf = bytesOfLeaf(column);
  return (entry) => {
    // A null in an optional `value`, where a value is required, means a Variant null.
    const bytes = isNull(column, entry) ? nothing : bytesOf(entry);
    return new VariantView(metadata(entry), bytes, 0, valueEnd(bytes, 0, bytes.length), 0);
  };
}

/** Returns a reader for a part of a VARIANT, such as a field, which may be missing from an entry. */
function partReader(plan: ShreddedValue, storage: NestedStruct, metadata: MetadataOf): Reach {
  const value = plan.typed === undefined ? storage.children[plan.valueIndex] : undefined;
  return value?.kind === 'leaf' ? valueReader(value, metadata) : assemblingReader(plan, storage, metadata, true);
}

function assemblingReader(
  plan: ShreddedValue,
  storage: NestedStruct,
  metadata: MetadataOf,
  mayBeMissing = false,
): Reach {
  const assembly = new Assembly();
  const append = valueAppender(plan, storage);
  return (entry, isBorrowed) => {
    assembly.start(metadata(entry));
    const { output } = assembly;
    if (!append(entry, assembly)) {
      if (mayBeMissing) return undefined;
      output.nothing();
    }
    const bytes = isBorrowed ? output.bytes : output.taken();
    return new VariantView(assembly.named(), bytes, 0, output.length, 0);
  };
}

/** The value that is being assembled, and the names of its fields. */
class Assembly {
  readonly output: Output = new Output();
  metadata: Metadata | undefined;
  /**
   * Names of shredded fields that the metadata should contain but does not. Their ids follow the ids of the names in the metadata.
   */
  private extra: string[] = [];
  private extended: Metadata | undefined;
  private extendedNames: readonly string[] = [];

  start(metadata: Metadata): void {
    this.output.length = 0;
    if (this.extra.length > 0) this.extra = [];
    if (metadata !== this.metadata) this.extended = undefined;
    this.metadata = metadata;
  }

  /** Returns the field name with the given id. */
  name(id: number): string {
    return this.current().name(id);
  }

  idOf(name: string): number {
    const [id] = this.current().idsOf(name);
    if (id !== undefined) return id;
    const known = this.extra.indexOf(name);
    if (known < 0) this.extra.push(name);
    return this.current().count + (known < 0 ? this.extra.length - 1 : known);
  }

  /** Returns the metadata with the missing names added. */
  named(): Metadata {
    const metadata = this.current();
    if (this.extra.length === 0) return metadata;
    const { extra, extendedNames } = this;
    if (
      this.extended === undefined ||
      extra.length !== extendedNames.length ||
      extra.some((name, i) => name !== extendedNames[i])
    ) {
      const names = Array.from({ length: metadata.count }, (_, id) => metadata.name(id));
      this.extended = metadataOf([...names, ...extra], false);
      this.extendedNames = extra;
    }
    return this.extended;
  }

  private current(): Metadata {
    return this.metadata as Metadata;
  }
}

/** Appends the value of an entry. Returns false, and appends nothing, if the value is missing. */
type Append = (entry: number, assembly: Assembly) => boolean;

function valueAppender({ valueIndex, typedIndex, typed }: ShreddedValue, { children }: NestedStruct): Append {
  const value = children[valueIndex];
  const appendValue = value?.kind === 'leaf' ? residualAppender(value) : missing;
  const column = children[typedIndex];
  if (typed === undefined || column === undefined) return appendValue;
  if (typed.kind === 'object') {
    if (column.kind !== 'struct') throw mismatch(column);
    return objectAppender(typed, column, value?.kind === 'leaf' ? value : undefined, appendValue);
  }
  const appendTyped = typed.kind === 'array' ? arrayAppender(typed.element, column) : primitiveAppender(typed, column);
  return (entry, assembly) => {
    if (isNull(column, entry)) return appendValue(entry, assembly);
    if (value !== undefined && !isNull(value, entry)) throw conflict();
    return appendTyped(entry, assembly);
  };
}

const missing: Append = () => false;

function residualAppender(column: NestedLeaf): Append {
  const bytesOf = bytesOfLeaf(column);
  return (entry, { output }) => {
    if (isNull(column, entry)) return false;
    const bytes = bytesOf(entry);
    output.raw(bytes.subarray(0, valueEnd(bytes, 0, bytes.length)));
    return true;
  };
}

function primitiveAppender(type: Parameters<typeof primitiveWriter>[0], column: NestedColumn): Append {
  if (column.kind !== 'leaf') throw mismatch(column);
  const write = primitiveWriter(type, column);
  return (entry, { output }) => {
    write(entry, output);
    return true;
  };
}

function arrayAppender(element: ShreddedValue, column: NestedColumn): Append {
  if (column.kind !== 'list' || column.element.kind !== 'struct') throw mismatch(column);
  const { offsets } = column;
  const append = valueAppender(element, column.element);
  return (entry, assembly) => {
    const { output } = assembly;
    const start = output.length;
    const end = offsets[entry + 1] as number;
    const elements: number[] = [];
    for (let at = offsets[entry] as number; at < end; at++) {
      elements.push(output.length - start);
      // The elements of an array cannot be missing.
      if (!append(at, assembly)) output.nothing();
    }
    output.array(start, elements);
    return true;
  };
}

function objectAppender(
  { names, values }: ShreddedObject,
  column: NestedStruct,
  residual: NestedLeaf | undefined,
  appendValue: Append,
): Append {
  const children = column.children.map((child) => {
    if (child.kind !== 'struct') throw mismatch(child);
    return child;
  });
  const appenders = children.map((child, i) => valueAppender(values[i] as ShreddedValue, child));
  const residualBytes = residual && bytesOfLeaf(residual);
  const known = new Set(names);
  return (entry, assembly) => {
    if (isNull(column, entry)) return appendValue(entry, assembly);
    const { output } = assembly;
    const start = output.length;
    const fields: OutputField[] = [];
    for (const [i, append] of appenders.entries()) {
      const offset = output.length - start;
      // The format requires the group of a field. If a writer made the group optional, null means that the field is
      // missing.
      if (isNull(children[i] as NestedStruct, entry) || !append(entry, assembly)) continue;
      const name = names[i] as string;
      fields.push({ name, id: assembly.idOf(name), offset });
    }
    if (residual !== undefined && residualBytes !== undefined && !isNull(residual, entry)) {
      appendFields(residualBytes(entry), { assembly, start, fields, known });
    }
    output.object(start, fields);
    return true;
  };
}

interface OpenObject {
  readonly assembly: Assembly;
  readonly start: number;
  readonly fields: OutputField[];
  /** Names of the shredded fields. */
  readonly known: ReadonlySet<string>;
}

/** Appends the fields of an object that are not shredded. */
function appendFields(bytes: Uint8Array, { assembly, start, fields, known }: OpenObject): void {
  const { output } = assembly;
  valueEnd(bytes, 0, bytes.length);
  if (((bytes[0] as number) & 3) !== BasicType.OBJECT) throw conflict();
  const container = readContainer(bytes, 0, bytes.length);
  let left = container.end - container.dataAt;
  for (let i = 0; i < container.count; i++) {
    const id = fieldId(bytes, container, i);
    const name = assembly.name(id);
    if (known.has(name)) throw shreddedInValue(name);
    const from = entryStart(bytes, container, i);
    const end = entryEnd(bytes, container, i, from);
    left -= end - from;
    if (left < 0) throw corrupt('variant value', 0, 'two fields of an object overlap');
    fields.push({ name, id, offset: output.length - start });
    output.raw(bytes.subarray(from, end));
  }
}

function mismatch({ kind, field }: NestedColumn): ParquetError {
  const column = formatPath(field.node.path);
  return new ParquetError('INVALID_ARGUMENT', `unexpected ${kind} column in a VARIANT`, { column });
}
