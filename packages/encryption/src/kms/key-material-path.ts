/** Returns the path of the file in which the key material of a Parquet file is stored. */

/**
 * Returns the path of the file in which the key material of a Parquet file is stored, such as
 * `_KEY_MATERIAL_FOR_table.parquet.json` in the same folder. parquet-java looks for the key material there. Source:
 * HadoopFSKeyMaterialStore.java.
 * @param path The path of the Parquet file, with `/` or `\` as the separator.
 */
export function keyMaterialPath(path: string): string {
  const start = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1;
  return `${path.slice(0, start)}_KEY_MATERIAL_FOR_${path.slice(start)}.json`;
}
