// Measures parsing page headers, with and without statistics.
import { parquetHeader } from 'hyparquet/src/column.js';
import { assertSame } from './check.mjs';
import { metadata } from './packages.mjs';

export function* pageHeaders() {
  const bare = {
    type: 0,
    uncompressedPageSize: 1048576,
    compressedPageSize: 524288,
    crc: -123456789,
    dataPageHeader: { numValues: 131072, encoding: 0, definitionLevelEncoding: 3, repetitionLevelEncoding: 3 },
  };
  const bound = (value) => Uint8Array.of(value, 2, 3, 4, 5, 6, 7, 8);
  const statistics = { nullCount: 12, minValue: bound(1), maxValue: bound(9) };
  const headers = {
    'no statistics': bare,
    statistics: { ...bare, dataPageHeader: { ...bare.dataPageHeader, statistics } },
  };
  for (const [name, header] of Object.entries(headers)) {
    const bytes = metadata.writePageHeader(header);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const marquetry = () => metadata.readPageHeader(bytes, 0).header;
    const hyparquet = () => parquetHeader({ view, offset: 0 });
    const [ours, theirs] = [marquetry(), hyparquet()];
    assertSame(
      'page header',
      [ours.compressedPageSize, ours.crc, ours.dataPageHeader.numValues],
      [theirs.compressed_page_size, theirs.crc, theirs.data_page_header.num_values],
    );
    yield { group: 'page header', name, values: 1, floor: 4, marquetry, hyparquet };
  }
}
