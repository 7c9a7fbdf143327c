/** Joins the GeoParquet metadata (key `geo`) of files that become one. */
import type { KeyValue } from '@marquetry/metadata';

/**
 * Returns the entry of the first file, without the bounding boxes and types of its geometries if the next file has
 * others: they may not hold for the rows of both.
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
    // Metadata that is not GeoParquet's is kept as it is.
    return first;
  }
}
