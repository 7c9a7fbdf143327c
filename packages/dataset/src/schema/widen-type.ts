/**
 * Finds the narrowest type that can represent the values of two columns without loss, if there is one.
 *
 *   integers   the narrowest type for both: INT32 and INT64 become INT64, UINT16 and INT32 become INT32 ...
 *   floats     FLOAT, DOUBLE and integers of at most 32 bits become DOUBLE
 *   decimals   the larger precision, if the scales are equal
 */
import { nameOf, ParquetError, PhysicalType } from '@marquetry/core';
import { bigEndianLength } from '@marquetry/logical';
import { FieldRepetitionType, type SchemaElement } from '@marquetry/metadata';
import { createSchema, type LeafNode } from '@marquetry/schema';

/** The members of a schema element that determine the type of a column. */
export type LeafType = Pick<
  SchemaElement,
  'type' | 'typeLength' | 'logicalType' | 'convertedType' | 'scale' | 'precision'
>;

type Typed = Pick<LeafNode, 'type' | 'width' | 'annotation' | 'element'>;

/** Returns the members of a column's schema element that determine the type of the column. */
export function typeOf({ element }: Typed): LeafType {
  const { type, typeLength, logicalType, convertedType, scale, precision } = element;
  return {
    ...(type !== undefined && { type }),
    ...(typeLength !== undefined && { typeLength }),
    ...(logicalType !== undefined && { logicalType }),
    ...(convertedType !== undefined && { convertedType }),
    ...(scale !== undefined && { scale }),
    ...(precision !== undefined && { precision }),
  };
}

/** Returns the narrowest type that can represent all values of both types; `undefined` if there is none. */
export function wider(a: Typed, b: Typed): LeafType | undefined {
  if (isSame(a, b)) return typeOf(a);
  return widerInteger(a, b) ?? widerFloat(a, b) ?? widerDecimal(a, b);
}

/** True if both types represent the same values with the same bytes. */
export function isSame(a: Typed, b: Typed): boolean {
  return a.type === b.type && a.width === b.width && textOf(a.annotation) === textOf(b.annotation);
}

/**
 * True if `leaf` can represent all values of `inFile`: the narrowest type for both is the type of `leaf`, or an integer
 * type with the same width and sign.
 */
export function holdsAll(leaf: LeafNode, inFile: LeafNode): boolean {
  const type = wider(leaf, inFile);
  if (type === undefined) return false;
  const wide = leafOfType({ name: leaf.name, ...type });
  const [a, b] = [integerKind(wide), integerKind(leaf)];
  return isSame(wide, leaf) || (a !== undefined && a.bits === b?.bits && a.isSigned === b.isSigned);
}

/** Returns a column with the type that the schema element describes. */
export function leafOfType(element: SchemaElement): LeafNode {
  const root = { name: 'root', numChildren: 1 };
  const [leaf] = createSchema([root, { ...element, repetitionType: FieldRepetitionType.OPTIONAL }]).leaves;
  return leaf as LeafNode;
}

/** Returns the name of a type for error messages, such as `INT64` or `INT64 (TIMESTAMP)`. */
export function describeType({ type, annotation }: Typed): string {
  const physical = nameOf(PhysicalType, type);
  return annotation === undefined ? physical : `${physical} (${annotation.kind})`;
}

/**
 * Returns an annotation as JSON text, so that annotations can be compared. Members are sorted, because parsers may
 * create them in different orders.
 */
function textOf(annotation: object | undefined): string {
  return annotation === undefined
    ? ''
    : JSON.stringify(Object.entries(annotation).sort(([a], [b]) => (a < b ? -1 : 1)));
}

interface IntegerKind {
  readonly bits: number;
  readonly isSigned: boolean;
}

/**
 * Returns the width of an integer type, and whether it is signed; `undefined` for types that are not integers, such as
 * dates.
 */
export function integerKind({ type, annotation }: Typed): IntegerKind | undefined {
  if (type !== PhysicalType.INT32 && type !== PhysicalType.INT64) return undefined;
  if (annotation === undefined) return { bits: type === PhysicalType.INT32 ? 32 : 64, isSigned: true };
  return annotation.kind === 'INTEGER' ? { bits: annotation.bitWidth, isSigned: annotation.isSigned } : undefined;
}

function widerInteger(a: Typed, b: Typed): LeafType | undefined {
  const [x, y] = [integerKind(a), integerKind(b)];
  if (x === undefined || y === undefined) return undefined;
  if (x.isSigned === y.isSigned) return integerType(Math.max(x.bits, y.bits), x.isSigned);
  const [signed, unsigned] = x.isSigned ? [x, y] : [y, x];
  const bits = Math.max(signed.bits, 2 * unsigned.bits);
  return bits > 64 ? undefined : integerType(bits, true);
}

function integerType(bitWidth: number, isSigned: boolean): LeafType {
  const type = bitWidth === 64 ? PhysicalType.INT64 : PhysicalType.INT32;
  if (isSigned && bitWidth >= 32) return { type };
  return { type, logicalType: { kind: 'INTEGER', bitWidth, isSigned } };
}

function widerFloat(a: Typed, b: Typed): LeafType | undefined {
  const isExact = (leaf: Typed): boolean => {
    const isFloat = leaf.type === PhysicalType.FLOAT || leaf.type === PhysicalType.DOUBLE;
    return (isFloat && leaf.annotation === undefined) || (integerKind(leaf)?.bits ?? 64) <= 32;
  };
  return isExact(a) && isExact(b) ? { type: PhysicalType.DOUBLE } : undefined;
}

function widerDecimal(a: Typed, b: Typed): LeafType | undefined {
  const [x, y] = [a.annotation, b.annotation];
  if (x?.kind !== 'DECIMAL' || y?.kind !== 'DECIMAL' || x.scale !== y.scale) return undefined;
  const precision = Math.max(x.precision, y.precision);
  const logicalType = { kind: 'DECIMAL', scale: x.scale, precision } as const;
  const isInteger = ({ type }: Typed): boolean => type === PhysicalType.INT32 || type === PhysicalType.INT64;
  if (isInteger(a) && isInteger(b)) {
    return {
      type: a.type === PhysicalType.INT64 || b.type === PhysicalType.INT64 ? PhysicalType.INT64 : a.type,
      logicalType,
    };
  }
  if (a.type === PhysicalType.BYTE_ARRAY || b.type === PhysicalType.BYTE_ARRAY) {
    return a.type === b.type ? { type: a.type, logicalType } : undefined;
  }
  // Values may exceed the precision that the file states, but not the width in which they are stored.
  const typeLength = Math.max(a.width, b.width, bigEndianLength(10n ** BigInt(precision) - 1n));
  return { type: PhysicalType.FIXED_LEN_BYTE_ARRAY, typeLength, logicalType };
}

/**
 * Throws the error for two types without a common wider type.
 * @throws ParquetError UNSUPPORTED, with a message that names both types and both files.
 */
export function refuseTypes(column: string, a: Typed, inFile: string, b: Typed, other: string): never {
  throw new ParquetError(
    'UNSUPPORTED',
    `the column is ${describeType(a)} in ${inFile} and ${describeType(b)} in ${other}: no type can represent both without loss`,
    { column },
  );
}
