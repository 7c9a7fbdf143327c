/**
 * A logical type in a few words.
 */
import type { Annotation } from '@marquetry/schema';

/** `DECIMAL(9, 2)`, `TIMESTAMP(MICROS, UTC)`, `INTEGER(8, unsigned)`. */
export function describeAnnotation(annotation: Annotation): string {
  switch (annotation.kind) {
    case 'DECIMAL':
      return `DECIMAL(${annotation.precision}, ${annotation.scale})`;
    case 'TIME':
    case 'TIMESTAMP':
      return `${annotation.kind}(${annotation.unit}, ${annotation.isAdjustedToUTC ? 'UTC' : 'local'})`;
    case 'INTEGER':
      return `INTEGER(${annotation.bitWidth}, ${annotation.isSigned ? 'signed' : 'unsigned'})`;
    case 'GEOMETRY':
    case 'GEOGRAPHY':
      return annotation.crs === undefined ? annotation.kind : `${annotation.kind}(${annotation.crs})`;
    case 'unknown':
      return `unknown (${annotation.id})`;
    default:
      return annotation.kind;
  }
}
