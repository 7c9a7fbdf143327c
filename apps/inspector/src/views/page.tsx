/** Shows a page: its header, levels, first values and bytes. */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { faultOf } from '../client.js';
import { HexView } from '../hex/hex-view.js';
import type { ColumnInfo, Fault, FileInfo, PageDetail } from '../protocol.js';
import { chunkKey, knownPages, worker } from '../state/app.js';
import { showColumn, showPage } from '../state/navigate.js';
import { loadPages, updatePage } from '../state/pages.js';
import { bytes, count, counted, orDash } from '../ui/format.js';
import { Fact, FaultNote, Section } from '../ui/parts.js';

interface PageProps {
  readonly file: FileInfo;
  readonly column: ColumnInfo;
  readonly rowGroup: number;
  /** File offset of the page. */
  readonly offset: number;
}

export function PageView({ file, column, rowGroup, offset }: PageProps): JSX.Element {
  const detail = useSignal<PageDetail | undefined>(undefined);
  const fault = useSignal<Fault | undefined>(undefined);
  const from = useSignal(0);
  const part = useSignal<string | undefined>(undefined);
  useEffect(() => {
    from.value = 0;
    void loadPages(rowGroup, column.index, 'headers');
  }, [column, rowGroup, offset]);
  const start = from.value;
  useEffect(() => {
    const controller = new AbortController();
    fault.value = undefined;
    if (detail.value?.page.offset !== offset) detail.value = undefined;
    worker()
      .call('page', { rowGroup, column: column.index, offset, from: start }, { signal: controller.signal })
      .then((found) => {
        detail.value = found;
        updatePage(rowGroup, column.index, found.page);
      })
      .catch((error: unknown) => {
        if (!controller.signal.aborted) fault.value = faultOf(error);
      });
    return () => controller.abort();
  }, [file, column, rowGroup, offset, start]);
  const pages = knownPages.value.get(chunkKey(rowGroup, column.index))?.pages ?? [];
  const ordinal = pages.findIndex((page) => page.offset === offset);
  const go = (by: number): void => {
    const page = pages[ordinal + by];
    if (page !== undefined) showPage(column.index, rowGroup, page.offset);
  };
  const found = detail.value;
  // Show the decompressed bytes by default, because their fields include levels and values.
  const parts = found?.parts ?? [];
  const shown = parts.find(({ title }) => title === part.value) ?? parts.at(-1);
  return (
    <>
      <Section
        title={ordinal < 0 ? `Page at ${count(offset)}` : `Page ${ordinal} of ${column.path}`}
        tools={
          <>
            <button type="button" disabled={ordinal < 1} onClick={() => go(-1)}>
              Previous page
            </button>
            <button type="button" disabled={ordinal < 0 || ordinal + 1 >= pages.length} onClick={() => go(1)}>
              Next page
            </button>
            <button type="button" onClick={() => showColumn(column.index, rowGroup)}>
              All pages
            </button>
          </>
        }
      >
        {fault.value !== undefined && <FaultNote title="This page cannot be read:" fault={fault.value} />}
        {found === undefined ? (
          fault.value === undefined && <p class="quiet">Reading the page.</p>
        ) : (
          <PageFacts detail={found} rowGroup={rowGroup} />
        )}
      </Section>
      {found !== undefined && (
        <>
          {shown !== undefined && (
            <Section
              title="Bytes"
              tools={
                parts.length > 1 && (
                  <fieldset class="segments">
                    <legend class="hidden">Bytes to show</legend>
                    {parts.map(({ title }) => (
                      <label key={title} class={title === shown.title ? 'chosen' : ''}>
                        <input
                          type="radio"
                          name="part"
                          checked={title === shown.title}
                          onChange={() => {
                            part.value = title;
                          }}
                        />
                        {title}
                      </label>
                    ))}
                  </fieldset>
                )
              }
            >
              <HexView
                part={shown}
                onMore={(next) => {
                  from.value = next;
                }}
              />
            </Section>
          )}
          <Levels detail={found} />
          <Values detail={found} />
        </>
      )}
    </>
  );
}

function PageFacts({ detail, rowGroup }: { readonly detail: PageDetail; readonly rowGroup: number }): JSX.Element {
  const { page, fault } = detail;
  return (
    <>
      {page.checksum === 'wrong' && (
        <FaultNote fault="The checksum in the header differs from the checksum of the bytes: the page was changed after it was written." />
      )}
      {page.fault !== undefined && <FaultNote fault={page.fault} />}
      {fault !== undefined && fault !== page.fault && <FaultNote fault={fault} />}
      <dl class="facts">
        <Fact name="Kind">{orDash(page.kind)}</Fact>
        <Fact name="Row group">{rowGroup}</Fact>
        <Fact name="Encoding">{orDash(page.encoding)}</Fact>
        <Fact name="Values">{orDash(page.slots)}</Fact>
        <Fact name="Nulls">{orDash(page.nulls)}</Fact>
        <Fact name="Stored">{bytes(page.storedBytes)}</Fact>
        <Fact name="Before compression">{page.rawBytes === undefined ? '–' : bytes(page.rawBytes)}</Fact>
        <Fact name="File offset">{count(page.offset)}</Fact>
        <Fact name="Checksum">
          <span class={`checksum-${page.checksum.replace(' ', '-')}`}>{page.checksum}</span>
        </Fact>
        <Fact name="Minimum">{orDash(page.min)}</Fact>
        <Fact name="Maximum">{orDash(page.max)}</Fact>
      </dl>
    </>
  );
}

/** Maximum number of runs that are drawn. */
const mostRuns = 200;

function Levels({ detail }: { readonly detail: PageDetail }): JSX.Element | null {
  const { repetition, definition } = detail.levelRuns;
  if (repetition.runs.length === 0 && definition.runs.length === 0) return null;
  const list = (name: string, { runs, omitted }: typeof repetition): JSX.Element | null => {
    if (runs.length === 0) return null;
    const total = runs.reduce((sum, run) => sum + run.count, 0);
    return (
      <div class="runs">
        <h3>{name} levels</h3>
        <ol aria-label={`Runs of ${name.toLowerCase()} levels`}>
          {runs.slice(0, mostRuns).map((run, i) => (
            <li key={i} class={run.kind} style={{ flexGrow: String(run.count / total) }}>
              <span title={run.levels === undefined ? '' : run.levels.join(' ')}>
                {run.kind === 'rle' ? `${count(run.count)} × ${run.level}` : `${count(run.count)} packed`}
              </span>
            </li>
          ))}
        </ol>
        {omitted + Math.max(0, runs.length - mostRuns) > 0 && (
          <p class="quiet">and {counted(omitted + Math.max(0, runs.length - mostRuns), 'run')} more</p>
        )}
      </div>
    );
  };
  return (
    <Section title="Levels">
      {list('Repetition', repetition)}
      {list('Definition', definition)}
    </Section>
  );
}

function Values({ detail }: { readonly detail: PageDetail }): JSX.Element | null {
  const { firstValues, valuesFault } = detail;
  if (firstValues.length === 0 && valuesFault === undefined) return null;
  return (
    <Section title={`The first ${counted(firstValues.length, 'value')}`}>
      {valuesFault !== undefined && <FaultNote title="The values cannot be decoded:" fault={valuesFault} />}
      <ol class="values" start={0} tabIndex={0} aria-label="First values">
        {firstValues.map((value, i) => (
          <li key={i} class={value === null ? 'null' : ''}>
            {value ?? 'null'}
          </li>
        ))}
      </ol>
    </Section>
  );
}
