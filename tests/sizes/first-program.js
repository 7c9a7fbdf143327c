// An engine with its own IO that needs one encoding: three small packages.
import { createRegistry, openPage, PhysicalType, readPageFrame } from '@marquetry/page';
import { plain } from '@marquetry/plain';
import { rle } from '@marquetry/rle';

const encodings = createRegistry([plain, rle]);
const column = { type: PhysicalType.INT32, width: 4, maxDefinitionLevel: 1, maxRepetitionLevel: 0 };

/** Returns the nulls of a page, and its values starting at the thousandth. */
export function readPage(bytes) {
  const { header, body } = readPageFrame(bytes, 0);
  const page = openPage({ header, body, column, encodings });
  const values = page.values();
  values.skip(1000);
  const { data } = values.read(page.valueCount - 1000);
  return { nulls: page.nulls, data };
}
