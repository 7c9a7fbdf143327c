/**
 * The structs of parquet.thrift, with one line per field. Line N describes the field with id N:
 *
 *   name              a number, a boolean, bytes, or a list of these
 *   name:Type         an enum or a struct called Type, or a list of these; or one of the following types:
 *     name:text       UTF-8 text
 *     name:hex        a number shown in hexadecimal
 *     name:bound      a PLAIN-encoded value of the column
 *   *name             a field whose value is also shown as the value of the struct
 *   name:Type words   a field with an explanation of its meaning
 *   -                 an id that is not used
 */
import {
  CodecId,
  ConvertedType,
  EncodingId,
  FieldRepetitionType,
  nameOf,
  PageType,
  PhysicalType,
} from '@marquetry/core';
import { BoundaryOrder, EdgeInterpolationAlgorithm } from '@marquetry/metadata';

const enums: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  Type: PhysicalType,
  Encoding: EncodingId,
  CompressionCodec: CodecId,
  PageType,
  ConvertedType,
  FieldRepetitionType,
  BoundaryOrder,
  EdgeInterpolationAlgorithm,
};

/** Returns an enum's value as text, such as `DATA_PAGE_V2 (3)`; undefined if `type` is not an enum. */
export function enumText(type: string | undefined, value: number): string | undefined {
  const ids = type === undefined ? undefined : enums[type];
  return ids === undefined ? undefined : `${nameOf(ids, value)} (${value})`;
}

const structs: Readonly<Record<string, readonly string[]>> = {
  PageHeader: [
    'type:PageType The kind of page, which determines which of the headers below is present.',
    'uncompressed_page_size Size in bytes of the page body after decompression, excluding this header.',
    'compressed_page_size Size in bytes of the page body in the file: the next page header starts this many bytes after this header ends.',
    'crc:hex The CRC-32 checksum of the page body as it is stored.',
    'data_page_header:DataPageHeader',
    'index_page_header:IndexPageHeader',
    'dictionary_page_header:DictionaryPageHeader',
    'data_page_header_v2:DataPageHeaderV2',
  ],
  DataPageHeader: [
    'num_values Number of values in the page, including nulls.',
    'encoding:Encoding How the values are stored.',
    'definition_level_encoding:Encoding How the definition levels are stored. They mark the values that are null.',
    'repetition_level_encoding:Encoding How the repetition levels are stored. They mark where lists begin.',
    'statistics:Statistics',
  ],
  IndexPageHeader: [],
  DictionaryPageHeader: [
    'num_values Number of entries in the dictionary.',
    'encoding:Encoding How the entries are stored: PLAIN_DICTIONARY means PLAIN here.',
    'is_sorted Whether the entries are in ascending order.',
  ],
  DataPageHeaderV2: [
    'num_values Number of values in the page, including nulls.',
    'num_nulls Number of nulls, which are not stored.',
    'num_rows Number of rows in the page. A v2 page contains only whole rows.',
    'encoding:Encoding How the values are stored.',
    'definition_levels_byte_length Bytes of the definition levels, which come second in the body.',
    'repetition_levels_byte_length Bytes of the repetition levels, which come first in the body.',
    'is_compressed Whether the values are compressed. The levels never are.',
    'statistics:Statistics',
  ],
  Statistics: [
    'max:bound Deprecated: the maximum, in a sort order that differed between writers.',
    'min:bound Deprecated: the minimum, in a sort order that differed between writers.',
    'null_count Number of nulls.',
    'distinct_count Number of distinct values.',
    'max_value:bound An upper bound: no value is greater.',
    'min_value:bound A lower bound: no value is less.',
    'is_max_value_exact False if the maximum may have been rounded up, for example to shorten a long string.',
    'is_min_value_exact False if the minimum may have been rounded down, for example to shorten a long string.',
    'nan_count Number of values that are not a number (NaN).',
  ],
  FileMetaData: [
    'version The version of the format. Readers accept 1 and 2 alike.',
    'schema:SchemaElement The tree of columns: each group is followed by its children.',
    'num_rows Number of rows in the file.',
    'row_groups:RowGroup',
    'key_value_metadata:KeyValue',
    'created_by:text The program that wrote the file.',
    'column_orders:ColumnOrder For each column, the sort order that its minimum and maximum values follow.',
    'encryption_algorithm:EncryptionAlgorithm',
    'footer_signing_key_metadata',
  ],
  SchemaElement: [
    'type:Type The physical type. A group of columns has none.',
    'type_length Bytes of each FIXED_LEN_BYTE_ARRAY value.',
    'repetition_type:FieldRepetitionType Whether there is exactly one value, at most one, or a list of values.',
    '*name:text',
    'num_children Number of direct children of this group, which follow it. A column has none.',
    'converted_type:ConvertedType Deprecated: replaced by logicalType.',
    'scale',
    'precision',
    'field_id',
    'logicalType:LogicalType What the values mean, such as a date stored as an INT32.',
  ],
  RowGroup: [
    'columns:ColumnChunk One column chunk per column of the schema.',
    'total_byte_size Bytes of all pages, with their headers, after decompression.',
    'num_rows Number of rows in the row group.',
    'sorting_columns:SortingColumn The columns by which the rows are sorted.',
    'file_offset File offset of the first page.',
    'total_compressed_size Bytes of all pages in the file, with their headers.',
    'ordinal',
  ],
  ColumnChunk: [
    'file_path:text The file that contains the pages, if it is not this file.',
    'file_offset Deprecated: writers store 0.',
    '*meta_data:ColumnMetaData',
    'offset_index_offset File offset of the offset index, which locates each page.',
    'offset_index_length',
    'column_index_offset File offset of the column index, which has the minimum and maximum of each page.',
    'column_index_length',
    'crypto_metadata:ColumnCryptoMetaData',
    'encrypted_column_metadata',
  ],
  ColumnMetaData: [
    'type:Type The physical type of the values.',
    'encodings:Encoding The encodings of the levels and values in all pages.',
    '*path_in_schema:text The names from the root of the schema to the column.',
    'codec:CompressionCodec How pages are compressed.',
    'num_values Number of values in the chunk, including nulls.',
    'total_uncompressed_size Bytes of all pages, with their headers, after decompression.',
    'total_compressed_size Bytes of all pages in the file, with their headers.',
    'key_value_metadata:KeyValue',
    'data_page_offset File offset of the first data page.',
    'index_page_offset',
    'dictionary_page_offset File offset of the dictionary page.',
    'statistics:Statistics',
    'encoding_stats:PageEncodingStats',
    'bloom_filter_offset File offset of the Bloom filter, which can show that a value does not occur in the chunk.',
    'bloom_filter_length',
    'size_statistics:SizeStatistics',
    'geospatial_statistics:GeospatialStatistics',
  ],
  KeyValue: ['*key:text', 'value:text'],
  SortingColumn: ['*column_idx', 'descending', 'nulls_first'],
  PageEncodingStats: [
    '*page_type:PageType',
    'encoding:Encoding',
    'count Number of pages of this type and encoding in the chunk.',
  ],
  SizeStatistics: [
    'unencoded_byte_array_data_bytes Total bytes of all BYTE_ARRAY values, without their lengths.',
    'repetition_level_histogram How often each repetition level occurs.',
    'definition_level_histogram How often each definition level occurs.',
  ],
  GeospatialStatistics: ['bbox:BoundingBox', 'geospatial_types Types of the geometries, as WKB type numbers.'],
  BoundingBox: ['xmin', 'xmax', 'ymin', 'ymax', 'zmin', 'zmax', 'mmin', 'mmax'],
  LogicalType: [
    '*STRING:Empty',
    '*MAP:Empty',
    '*LIST:Empty',
    '*ENUM:Empty',
    '*DECIMAL:DecimalType',
    '*DATE:Empty',
    '*TIME:TimeType',
    '*TIMESTAMP:TimeType',
    '-',
    '*INTEGER:IntType',
    '*UNKNOWN:Empty',
    '*JSON:Empty',
    '*BSON:Empty',
    '*UUID:Empty',
    '*FLOAT16:Empty',
    '*VARIANT:VariantType',
    '*GEOMETRY:GeometryType',
    '*GEOGRAPHY:GeographyType',
    '*FILE:Empty',
  ],
  Empty: [],
  DecimalType: ['scale Number of digits after the decimal point.', 'precision Total number of digits.'],
  TimeType: ['isAdjustedToUTC True for an instant, false for local time.', 'unit:TimeUnit'],
  TimeUnit: ['*MILLIS:Empty', '*MICROS:Empty', '*NANOS:Empty'],
  IntType: ['bitWidth', 'isSigned'],
  VariantType: ['specification_version'],
  GeometryType: ['crs:text'],
  GeographyType: ['crs:text', 'algorithm:EdgeInterpolationAlgorithm'],
  ColumnOrder: ['*TYPE_ORDER:Empty', '*IEEE_754_TOTAL_ORDER:Empty', '*INT96_TIMESTAMP_ORDER:Empty'],
  ColumnIndex: [
    'null_pages For each page, whether all its values are null.',
    'min_values:bound For each page, a lower bound: no value is less.',
    'max_values:bound For each page, an upper bound: no value is greater.',
    'boundary_order:BoundaryOrder Whether the minimum and maximum values are sorted.',
    'null_counts Number of nulls, per page.',
    'repetition_level_histograms How often each repetition level occurs, page by page.',
    'definition_level_histograms How often each definition level occurs, page by page.',
    'nan_counts Number of values that are not a number (NaN), per page.',
  ],
  OffsetIndex: [
    'page_locations:PageLocation The location of each data page.',
    'unencoded_byte_array_data_bytes Total bytes of the BYTE_ARRAY values without their lengths, per page.',
  ],
  PageLocation: [
    '*offset File offset of the page header.',
    'compressed_page_size Bytes of the page in the file, with its header.',
    'first_row_index Index of the first row that starts in the page, counted from 0 at the start of the row group.',
  ],
  BloomFilterHeader: [
    'numBytes Bytes of the filter, which follow this header.',
    'algorithm:BloomFilterAlgorithm',
    'hash:BloomFilterHash',
    'compression:BloomFilterCompression',
  ],
  BloomFilterAlgorithm: ['*BLOCK:Empty'],
  BloomFilterHash: ['*XXHASH:Empty'],
  BloomFilterCompression: ['*UNCOMPRESSED:Empty'],
  FileCryptoMetaData: ['encryption_algorithm:EncryptionAlgorithm', 'key_metadata'],
  EncryptionAlgorithm: ['*AES_GCM_V1:AesGcm', '*AES_GCM_CTR_V1:AesGcm'],
  AesGcm: ['aad_prefix', 'aad_file_unique', 'supply_aad_prefix'],
  ColumnCryptoMetaData: ['*ENCRYPTION_WITH_FOOTER_KEY:Empty', '*ENCRYPTION_WITH_COLUMN_KEY:EncryptionWithColumnKey'],
  EncryptionWithColumnKey: ['path_in_schema:text', 'key_metadata'],
};

/** The names of the top-level Thrift structs of a file, which are not part of another struct. */
export type StructName =
  | 'PageHeader'
  | 'FileMetaData'
  | 'ColumnIndex'
  | 'OffsetIndex'
  | 'BloomFilterHeader'
  | 'ColumnMetaData'
  | 'FileCryptoMetaData';

/** The definition of a field in parquet.thrift. */
export interface FieldFacts {
  readonly name: string;
  /**
   * The name of an enum or a struct; `text` for UTF-8, `hex` for a number shown in hexadecimal, `bound` for a minimum
   * or maximum value. Undefined for other types.
   */
  readonly type: string | undefined;
  /** True if the value of the field also serves as the value of its struct. */
  readonly isLabel: boolean;
  readonly meaning: string | undefined;
}

/** Returns the definition of a field; its name is `unknown field N` if parquet.thrift does not define the id or the struct. */
export function fieldFacts(struct: string | undefined, id: number): FieldFacts {
  const line = structs[struct ?? '']?.[id - 1] ?? '-';
  const [, star, name, type, meaning] = /^(\*?)(\w+)(?::(\w+))?(?: (.*))?$/.exec(line) ?? [];
  if (name !== undefined) return { name, type, isLabel: star === '*', meaning };
  const reserved = id === 32767 ? 'This id is reserved for private extensions.' : undefined;
  const unknown = 'parquet.thrift does not define this field: readers skip it.';
  return { name: `unknown field ${id}`, type: undefined, isLabel: false, meaning: reserved ?? unknown };
}
