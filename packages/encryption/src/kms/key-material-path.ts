/** Returns the path at which external key material is stored. */

/**
 * Returns the path of the file that has the key material of a Parquet file: `_KEY_MATERIAL_FOR_table.parquet.json` in the same folder. Readers
 * of parquet-java look for it there. Source: HadoopFSKeyMaterialStore.java.
 * @param path A path with `/` or `\`.
 */
export function keyMaterialPath(path: string): string {
  const start = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1;
  return `${path.slice(0, start)}_KEY_MATERIAL_FOR_${path.slice(start)}.json`;
}
