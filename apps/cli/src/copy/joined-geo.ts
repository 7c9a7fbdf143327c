/** Combines the GeoParquet metadata (key `geo`) of files that are merged into one. */
import type { KeyValue } from '@marquetry/metadata';

/**
 * Returns `first`, the `geo` entry of the first file. If `next`, the entry of another file, differs, the bounding boxes
 * and geometry types are removed from the result, because they may be wrong for the merged rows.
 */
export function joinedGeo(first: KeyValue, next: KeyValue): KeyValue {
  if (first.value === next.value || first.value === undefined) return first;
  try {
    const geo = JSON.parse(first.value) as { readonly columns: Readonly<Record<string, object>> };
    const columns = Object.entries(geo.columns).map(([name, { bbox: _, ...column }]: [string, { bbox?: unknown }]) => [
      name,
      { ...column, geometry_types: [] },
    ]);
    return { key: 'geo', value: JSON.stringify({ ...geo, columns: Object.fromEntries(columns) }) };
  } catch {
    // A `geo` entry that is not valid GeoParquet metadata is kept unchanged.
    return first;
  }
}
