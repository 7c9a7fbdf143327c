/** Reads and writes the Thrift compact protocol. Nothing in this package is specific to Parquet. */

export type { Cursor } from './cursor.js';
export { holdParsed } from './hold.js';
export { type CompactReaderOptions, mostParsedBytes, type ParsedMemory } from './options.js';
export { CompactReader } from './reader.js';
export { readBoolElement, readDouble, readUuid } from './scalars.js';
export { readString, readText } from './text.js';
export { readI64Big } from './varint.js';
export { nameOfWireType, WireType } from './wire-type.js';
export { CompactWriter } from './writer.js';
