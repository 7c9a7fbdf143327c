/**
 * Shows what can be read of a file that cannot be opened: a map and a table of its parts, and the bytes of the selected
 * part.
 */
import { type ReadonlySignal, useComputed, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { faultOf } from '../client.js';
import { HexView } from '../hex/hex-view.js';
import type { Box, ColourBy, Lanes } from '../map/boxes.js';
import type { MapRange } from '../map/draw.js';
import { foundLanes, foundName } from '../map/found-lanes.js';
import { MapCanvas } from '../map/map-canvas.js';
import type { BytesInfo, Fault, SalvagedPart } from '../protocol.js';
import { announcement, worker } from '../state/app.js';
import { bytes, count, counted, orDash } from '../ui/format.js';
import { Grid } from '../ui/grid.js';
import { FaultNote, Section } from '../ui/parts.js';

/** The parts of the file found so far. */
interface Found {
  readonly parts: readonly SalvagedPart[];
  readonly isEnded: boolean;
}

export function Salvage(): JSX.Element | null {
  const found = useSignal<Found>({ parts: [], isEnded: false });
  const fault = useSignal<Fault | undefined>(undefined);
  const chosen = useSignal<SalvagedPart | undefined>(undefined);
  useEffect(() => {
    const controller = new AbortController();
    const parts: SalvagedPart[] = [];
    const onPart = (more: readonly SalvagedPart[]): void => {
      parts.push(...more);
      found.value = { parts: [...parts], isEnded: false };
    };
    worker()
      .call('salvage', {}, { signal: controller.signal, onPart })
      .then(() => {
        found.value = { parts, isEnded: true };
        announcement.value = `${counted(parts.length, 'part')} of the file can be shown`;
        chosen.value ??= parts.find(isBroken) ?? parts.at(-1);
      })
      .catch((error: unknown) => {
        if (!controller.signal.aborted) fault.value = faultOf(error);
      });
    return () => controller.abort();
  }, []);
  const { parts, isEnded } = found.value;
  const choose = (part: SalvagedPart): void => {
    chosen.value = part;
  };
  if (fault.value !== undefined) return <FaultNote title="Its bytes cannot be read:" fault={fault.value} />;
  if (isEnded && parts.length === 0) return null;
  return (
    <>
      <Section title="What can be read without the footer">
        {isEnded ? (
          <Summary parts={parts} />
        ) : (
          <p class="quiet">Looking for pages: {counted(parts.length, 'part')} so far.</p>
        )}
      </Section>
      {parts.length > 0 && <FoundMap found={found} chosen={chosen} choose={choose} />}
      {parts.length > 0 && (
        <Section title="Parts of the file">
          <Grid
            label="Parts of the file"
            class="found-grid"
            headers={['Part', 'Offset', 'Stored', 'Encoding', 'Raw', 'Values', 'State']}
            numbers={['Offset', 'Stored', 'Raw', 'Values']}
            rows={parts}
            rowHeight={32}
            keyOf={({ offset }) => offset}
            rowClass={(part) => `${isBroken(part) ? 'faulty' : ''} ${chosen.value === part ? 'chosen' : ''}`}
            cells={(part) => <FoundCells part={part} open={() => choose(part)} />}
          />
        </Section>
      )}
      {chosen.value !== undefined && <FoundBytes part={chosen.value} />}
    </>
  );
}

/** True for parts that may explain why the file cannot be opened: the footer, and parts with an error. */
function isBroken({ kind, missingBytes }: SalvagedPart): boolean {
  return kind === 'fault' || kind === 'footer' || missingBytes !== 0;
}

/** Describes which parts of a damaged file were found, where the readable bytes end, and what is missing. */
function Summary({ parts }: { readonly parts: readonly SalvagedPart[] }): JSX.Element {
  const pages = parts.filter(({ kind, missingBytes }) => kind === 'page' && missingBytes === 0);
  const data = pages.filter(({ page }) => page?.kind !== 'DICTIONARY_PAGE');
  const values = data.reduce((sum, { page }) => sum + (page?.slots ?? 0), 0);
  const stored = pages.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const last = parts.at(-1);
  const hasFooter = parts.some(({ kind }) => kind === 'footer-length');
  if (pages.length === 0) {
    const [first] = parts;
    return <p>{first?.fault === undefined ? 'No page was found.' : `No page was found: ${first.fault}.`}</p>;
  }
  return (
    <>
      <p>
        <strong>
          {counted(pages.length, 'page')} with {counted(values, 'value')} {pages.length === 1 ? 'is' : 'are'} complete,{' '}
          {bytes(stored)} in total.
        </strong>{' '}
        {endOf(last, hasFooter)}
      </p>
      <p class="quiet">
        {hasFooter
          ? 'The footer was found but cannot be parsed. Without it, the names, types and codecs of the columns are not known.'
          : 'The footer is missing, so the names, types and codecs of the columns, and the locations of their pages, are unknown.'}{' '}
        Either the writer did not finish the file, or only a part of it was copied: write or copy it again.
      </p>
    </>
  );
}

function endOf(last: SalvagedPart | undefined, hasFooter: boolean): string {
  if (last === undefined || hasFooter) return '';
  const { kind, missingBytes, offset, byteLength, fault } = last;
  const end = `The file ends at byte ${count(offset + byteLength)}`;
  if (kind === 'page' && missingBytes !== undefined && missingBytes > 0) {
    return `${end}, inside a page; ${bytes(missingBytes)} of that page are missing.`;
  }
  if (missingBytes === undefined) return `${end}, inside the ${foundName(last)}.`;
  if (fault !== undefined) return `From byte ${count(offset)} on, no page can be read.`;
  return `${end}, after a complete ${foundName(last)}.`;
}

function FoundMap(props: {
  readonly found: ReadonlySignal<Found>;
  readonly chosen: ReadonlySignal<SalvagedPart | undefined>;
  choose(part: SalvagedPart): void;
}): JSX.Element {
  const { found, chosen, choose } = props;
  const end = useComputed(() =>
    found.value.parts.reduce((most, part) => Math.max(most, part.offset + part.byteLength), 1),
  );
  const colourBy = useSignal<ColourBy>('encoding');
  const width = useSignal(800);
  const lanes = useComputed<Lanes>(() => foundLanes(found.value.parts, colourBy.value));
  const planned = useComputed(() => undefined);
  const range = useSignal<MapRange>({ from: 0, to: end.value });
  useEffect(() => {
    range.value = { from: 0, to: end.value };
  }, [end.value]);
  const partOf = ({ target }: Box): SalvagedPart | undefined =>
    target.kind === 'found' ? found.value.parts[target.index] : undefined;
  return (
    <MapCanvas
      label={`Map of the ${count(found.value.parts.length)} parts that were found.`}
      byteLength={end.value}
      lanes={lanes}
      range={range}
      width={width}
      colourBy={colourBy}
      colours={['encoding', 'size', 'ratio']}
      planned={planned}
      isSelected={(box) => chosen.value !== undefined && partOf(box) === chosen.value}
      choose={(box) => {
        const part = partOf(box);
        if (part !== undefined) choose(part);
      }}
      describe={(box) => (
        <span>
          <strong>{box.label}</strong>: {bytes(box.end - box.start)} at byte {count(box.start)}
        </span>
      )}
    />
  );
}

function FoundCells({ part, open }: { readonly part: SalvagedPart; open(): void }): JSX.Element {
  const { page, offset, byteLength, fault } = part;
  return (
    <>
      <span role="cell">
        <button type="button" class="link" onClick={open}>
          {foundName(part)}
        </button>
      </span>
      <span role="cell" class="number">
        {count(offset)}
      </span>
      <span role="cell" class="number">
        {bytes(byteLength)}
      </span>
      <span role="cell" class="codes">
        {orDash(page?.encoding)}
      </span>
      <span role="cell" class="number">
        {page?.rawBytes === undefined ? '–' : bytes(page.rawBytes)}
      </span>
      <span role="cell" class="number">
        {orDash(page?.slots)}
      </span>
      <span role="cell" title={fault ?? ''}>
        {fault ?? stateOf(part)}
      </span>
    </>
  );
}

function stateOf({ kind, missingBytes }: SalvagedPart): string {
  if (missingBytes === undefined) return 'cut';
  if (missingBytes > 0) return `${bytes(missingBytes)} are missing`;
  return kind === 'footer' ? 'cannot be parsed' : 'complete';
}

function FoundBytes({ part }: { readonly part: SalvagedPart }): JSX.Element {
  const found = useSignal<BytesInfo | undefined>(undefined);
  const fault = useSignal<Fault | undefined>(undefined);
  useEffect(() => {
    const controller = new AbortController();
    fault.value = undefined;
    worker()
      .call('salvagedBytes', part, { signal: controller.signal })
      .then((result) => {
        found.value = result;
      })
      .catch((error: unknown) => {
        if (!controller.signal.aborted) fault.value = faultOf(error);
      });
    return () => controller.abort();
  }, [part]);
  return (
    <Section title={`Bytes of the ${foundName(part)} at ${count(part.offset)}`}>
      {part.fault !== undefined && <FaultNote fault={part.fault} />}
      {fault.value !== undefined && <FaultNote fault={fault.value} />}
      {found.value !== undefined && <HexView part={found.value} />}
    </Section>
  );
}
