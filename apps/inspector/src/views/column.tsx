/** Shows a column: its chunks, the pages of one chunk, its values, and its size in every encoding. */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { faultOf } from '../client.js';
import type { ChunkInfo, ColumnDetail, ColumnInfo, Fault, FileInfo, StoredPart } from '../protocol.js';
import { phase, selection, worker } from '../state/app.js';
import { showColumn, showPart } from '../state/navigate.js';
import { bytes, count, orDash, percent } from '../ui/format.js';
import { Fact, FaultNote, Section, TableHead } from '../ui/parts.js';
import { Encodings } from './encodings.js';
import { HistogramPart } from './histogram.js';
import { KeyForm } from './key-form.js';
import { PageTable } from './page-table.js';
import { partTitles } from './part.js';

export function ColumnView({ file, column }: { readonly file: FileInfo; readonly column: ColumnInfo }): JSX.Element {
  const detail = useSignal<ColumnDetail | undefined>(undefined);
  const fault = useSignal<Fault | undefined>(undefined);
  useEffect(() => {
    const controller = new AbortController();
    detail.value = undefined;
    fault.value = undefined;
    worker()
      .call('column', { column: column.index }, { signal: controller.signal })
      .then((found) => {
        detail.value = found;
      })
      .catch((error: unknown) => {
        if (!controller.signal.aborted) fault.value = faultOf(error);
      });
    return () => controller.abort();
  }, [column, file]);
  const chunks = detail.value?.chunks ?? [];
  const slots = chunks.reduce((sum, chunk) => sum + chunk.slots, 0);
  const nulls = chunks.every((chunk) => chunk.nulls !== undefined)
    ? chunks.reduce((sum, chunk) => sum + (chunk.nulls ?? 0), 0)
    : undefined;
  const rowGroup = selection.value.rowGroup ?? 0;
  return (
    <>
      <Section title={column.path}>
        <dl class="facts">
          <Fact name="Type">
            {column.type}
            {column.type !== column.physicalType && <span class="quiet"> stored as {column.physicalType}</span>}
          </Fact>
          <Fact name="Stored">
            {bytes(column.storedBytes)}
            <span class="quiet">, {percent(column.storedBytes / file.byteLength)} of the file</span>
          </Fact>
          <Fact name="Of plain size">
            {column.ratio === undefined ? 'not stated' : percent(column.ratio)}
            {column.plainBytes !== undefined && <span class="quiet"> of {bytes(column.plainBytes)}</span>}
          </Fact>
          <Fact name="Encodings">{column.encodings.join(', ') || '–'}</Fact>
          <Fact name="Codec">{column.codecs.join(', ') || '–'}</Fact>
          <Fact name="Nulls">
            {nulls === undefined ? 'not stated' : `${count(nulls)}${slots > 0 ? `, ${percent(nulls / slots)}` : ''}`}
          </Fact>
        </dl>
        {fault.value !== undefined && <FaultNote fault={fault.value} />}
        {column.lockedChunks > 0 && phase.value.kind === 'open' && <KeyForm input={phase.value.input} />}
      </Section>
      <Section title="Row groups">
        <div class="scroll" tabIndex={0} role="region" aria-label="Chunks of the column">
          <table>
            <TableHead
              names={['Row group', 'Values', 'Nulls', 'Stored', 'Encodings', 'Codec', 'Minimum', 'Maximum', 'Has']}
              numbers={['Values', 'Nulls', 'Stored']}
            />
            <tbody>
              {chunks.slice(0, mostChunks).map((chunk) => (
                <tr key={chunk.rowGroup} class={chunk.rowGroup === rowGroup ? 'chosen' : ''}>
                  <th scope="row">
                    <button
                      type="button"
                      class="link"
                      aria-current={chunk.rowGroup === rowGroup ? 'true' : undefined}
                      onClick={() => showColumn(column.index, chunk.rowGroup)}
                    >
                      {chunk.rowGroup}
                    </button>
                  </th>
                  {chunk.fault !== undefined ? (
                    <td colSpan={8}>
                      <FaultNote fault={chunk.fault} />
                    </td>
                  ) : (
                    <>
                      <td class="number">{count(chunk.slots)}</td>
                      <td class="number">{orDash(chunk.nulls)}</td>
                      <td class="number">{bytes(chunk.storedBytes)}</td>
                      <td class="codes">{chunk.encodings.join(' ')}</td>
                      <td>{chunk.codec}</td>
                      <td class="value">{orDash(chunk.min)}</td>
                      <td class="value">{orDash(chunk.max)}</td>
                      <td class="chunk-parts">
                        <ChunkParts chunk={chunk} column={column.index} />
                      </td>
                    </>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        {chunks.length > mostChunks && (
          <p class="quiet">
            The first {count(mostChunks)} of {count(chunks.length)} row groups are listed. Use the map to reach the
            others.
          </p>
        )}
      </Section>
      <PageTable column={column} rowGroup={rowGroup} />
      <HistogramPart column={column} rowGroups={file.rowGroups.length} rowGroup={selection.value.rowGroup} />
      <Encodings file={file} column={column} />
    </>
  );
}

/** Lists the dictionary, indexes and Bloom filter of a chunk. Clicking an index or a filter shows its bytes. */
function ChunkParts({ chunk, column }: { readonly chunk: ChunkInfo; readonly column: number }): JSX.Element {
  const parts: readonly StoredPart[] = [
    ...(chunk.hasPageIndex ? (['column-index', 'offset-index'] as const) : []),
    ...(chunk.hasBloomFilter ? (['bloom-filter'] as const) : []),
  ];
  return (
    <>
      {chunk.hasDictionary && <span class="quiet">dictionary</span>}
      {parts.map((part) => (
        <button key={part} type="button" class="link" onClick={() => showPart(column, chunk.rowGroup, part)}>
          {partTitles[part]}
        </button>
      ))}
    </>
  );
}

/** Maximum number of row groups that the table of a column lists. */
const mostChunks = 500;
