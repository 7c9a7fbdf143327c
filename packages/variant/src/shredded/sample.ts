/** Chooses how to shred a VARIANT, from a sample of its values. */
import type { PrimitiveKind, VariantKind } from '../encoding/kind.js';
import { isVariant, type Variant } from '../encoding/variant.js';
import { toVariant } from '../make/encode.js';
import { compareNames } from '../make/output.js';
import type { ShreddingDefinition } from './definition.js';

/** Options that control how a shredding is chosen. */
export interface ShreddingOptions {
  /** Minimum fraction of objects that must have a field for the field to be shredded. Default: 0.1. */
  readonly minShare?: number;
  /** Maximum number of shredded fields per object; the most frequent fields are chosen. Default: 100. */
  readonly maxFields?: number;
  /** Maximum nesting depth of shredded objects and arrays. Default: 8. */
  readonly maxDepth?: number;
}

/** Counts of the values that were found at one path. */
interface Seen {
  count: number;
  readonly kinds: Map<VariantKind, number>;
  readonly fields: Map<string, Seen>;
  elements: Seen | undefined;
  /** For each scale, the number of decimals that have it. */
  readonly scales: Map<number, number>;
}

/**
 * Returns the shredding that fits most values of a sample. Pass it to `shredded`. At each path, the most frequent type is chosen; values of other
 * types are stored in the column `value`. Returns undefined if no shredded column is worthwhile, for example if the sample contains only nulls.
 *
 * ```ts
 * const shred = shreddingOf([{ id: 1n, name: 'a' }, { id: 2n }]); // { fields: { id: 'INT64', name: 'STRING' } }
 * defineSchema({ event: shredded(shred ?? 'VARIANT') });
 * ```
 * `values` are variants, or values that `toVariant` accepts.
 * @throws ParquetError like `toVariant`.
 */
export function shreddingOf(
  values: Iterable<unknown>,
  options: ShreddingOptions = {},
): ShreddingDefinition | undefined {
  const { minShare = 0.1, maxFields = 100, maxDepth = 8 } = options;
  const seen = nothingSeen();
  for (const value of values) add(seen, isVariant(value) ? value : toVariant(value), maxDepth);
  return definitionOf(seen, { minShare, maxFields });
}

function nothingSeen(): Seen {
  return { count: 0, kinds: new Map(), fields: new Map(), elements: undefined, scales: new Map() };
}

function add(seen: Seen, variant: Variant, depth: number): void {
  const { kind } = variant;
  seen.count++;
  count(seen.kinds, kind);
  if (kind === 'decimal4' || kind === 'decimal8' || kind === 'decimal16') count(seen.scales, variant.asDecimal().scale);
  if (depth === 0) return;
  for (const [name, field] of variant.entries()) {
    let below = seen.fields.get(name);
    if (below === undefined) {
      below = nothingSeen();
      seen.fields.set(name, below);
    }
    add(below, field, depth - 1);
  }
  for (const element of variant) {
    seen.elements ??= nothingSeen();
    add(seen.elements, element, depth - 1);
  }
}

function count<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function mostFrequent<K>(counts: ReadonlyMap<K, number>): K | undefined {
  let most: K | undefined;
  for (const [key, number] of counts) if (most === undefined || number > (counts.get(most) as number)) most = key;
  return most;
}

function definitionOf(
  seen: Seen,
  { minShare, maxFields }: Required<Pick<ShreddingOptions, 'minShare' | 'maxFields'>>,
): ShreddingDefinition | undefined {
  // A null does not determine a column type.
  const kinds = new Map([...seen.kinds].filter(([kind]) => kind !== 'null'));
  const kind = mostFrequent(kinds);
  switch (kind) {
    case undefined:
      return undefined;
    case 'array': {
      const element = seen.elements && definitionOf(seen.elements, { minShare, maxFields });
      return element === undefined ? undefined : { list: element };
    }
    case 'object': {
      const objects = seen.kinds.get('object') as number;
      const kept = [...seen.fields]
        .filter(([, field]) => field.count >= minShare * objects)
        .sort(([a, first], [b, second]) => second.count - first.count || compareNames(a, b))
        .slice(0, maxFields)
        .sort(([a], [b]) => compareNames(a, b));
      const fields = kept.map(
        ([name, field]) => [name, definitionOf(field, { minShare, maxFields }) ?? 'VARIANT'] as const,
      );
      return fields.length === 0 ? undefined : { fields: Object.fromEntries(fields) };
    }
    default:
      return primitiveDefinition(kind, mostFrequent(seen.scales) ?? 0);
  }
}

/** Returns the column definition for a kind (VariantShredding.md#shredded-value-types). */
function primitiveDefinition(kind: PrimitiveKind, scale: number): ShreddingDefinition | undefined {
  switch (kind) {
    case 'null':
      return undefined;
    case 'boolean':
      return 'BOOLEAN';
    case 'int8':
      return 'INT8';
    case 'int16':
      return 'INT16';
    case 'int32':
      return 'INT32';
    case 'int64':
      return 'INT64';
    case 'float':
      return 'FLOAT';
    case 'double':
      return 'DOUBLE';
    case 'decimal4':
      return scale > 9 ? undefined : { type: 'DECIMAL', precision: 9, scale };
    case 'decimal8':
      return scale > 18 ? undefined : { type: 'DECIMAL', precision: 18, scale };
    case 'decimal16':
      return { type: 'DECIMAL', precision: 38, scale };
    case 'date':
      return 'DATE';
    case 'time':
      return { type: 'TIME', isAdjustedToUTC: false };
    case 'timestamp':
      return 'TIMESTAMP';
    case 'timestampNtz':
      return { type: 'TIMESTAMP', isAdjustedToUTC: false };
    case 'timestampNanos':
      return { type: 'TIMESTAMP', unit: 'NANOS' };
    case 'timestampNtzNanos':
      return { type: 'TIMESTAMP', unit: 'NANOS', isAdjustedToUTC: false };
    case 'binary':
      return 'BYTE_ARRAY';
    case 'string':
      return 'STRING';
    case 'uuid':
      return 'UUID';
  }
}
