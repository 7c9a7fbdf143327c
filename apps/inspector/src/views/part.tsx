/** Shows the bytes of a page index or Bloom filter of a chunk. */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { faultOf } from '../client.js';
import { HexView } from '../hex/hex-view.js';
import type { BytesInfo, ColumnInfo, Fault, StoredPart } from '../protocol.js';
import { worker } from '../state/app.js';
import { bytes, count } from '../ui/format.js';
import { FaultNote, Section } from '../ui/parts.js';

export const partTitles: Readonly<Record<StoredPart, string>> = {
  'column-index': 'column index',
  'offset-index': 'offset index',
  'bloom-filter': 'Bloom filter',
};

const meanings: Readonly<Record<StoredPart, string>> = {
  'column-index': 'The minimum and maximum of each page. With them, a query can skip pages.',
  'offset-index': 'The offset and the first row of each page. With them, a query can read individual pages.',
  'bloom-filter': 'Bits that can prove that a value is not in the chunk. A query for such a value skips the chunk.',
};

interface PartProps {
  readonly column: ColumnInfo;
  readonly rowGroup: number;
  readonly part: StoredPart;
}

export function PartView({ column, rowGroup, part }: PartProps): JSX.Element {
  const found = useSignal<BytesInfo | undefined>(undefined);
  const fault = useSignal<Fault | undefined>(undefined);
  const from = useSignal(0);
  const start = from.value;
  useEffect(() => {
    from.value = 0;
    found.value = undefined;
  }, [column, rowGroup, part]);
  useEffect(() => {
    const controller = new AbortController();
    fault.value = undefined;
    worker()
      .call('partBytes', { rowGroup, column: column.index, part, from: start }, { signal: controller.signal })
      .then((result) => {
        found.value = result;
      })
      .catch((error: unknown) => {
        if (!controller.signal.aborted) fault.value = faultOf(error);
      });
    return () => controller.abort();
  }, [column, rowGroup, part, start]);
  const shown = found.value;
  const title = partTitles[part];
  return (
    <Section title={`${title[0]?.toUpperCase()}${title.slice(1)} of ${column.path}, row group ${rowGroup}`}>
      <p class="quiet">
        {meanings[part]}
        {shown?.fileOffset !== undefined && ` ${bytes(shown.bytes.length)} at byte ${count(shown.fileOffset)}.`}
      </p>
      {fault.value !== undefined && <FaultNote fault={fault.value} />}
      {shown !== undefined && (
        <HexView
          part={shown}
          onMore={(next) => {
            from.value = next;
          }}
        />
      )}
    </Section>
  );
}
