/**
 * Shows bytes in rows of 16, and their fields as a tree. Pointing at a field marks its bytes, and pointing at a byte
 * shows its field.
 */
import type { ByteField } from '@marquetry/inspect/bytes';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import type { BytesInfo } from '../protocol.js';
import { count } from '../ui/format.js';
import { Tree } from '../ui/tree.js';
import { useVirtualList } from '../ui/virtual-rows.js';
import { createFieldIndex } from './field-index.js';

const bytesPerRow = 16;
const rowHeight = 22;

export function HexView({ part, onMore }: { readonly part: BytesInfo; onMore?(from: number): void }): JSX.Element {
  const { bytes, fields, fileOffset } = part;
  const marked = useSignal<ByteField | undefined>(undefined);
  /** The field whose byte was clicked. The tree opens at this field. */
  const chosen = useSignal<ByteField | undefined>(undefined);
  const cursor = useSignal(0);
  const index = useMemo(() => createFieldIndex(fields), [fields]);
  const list = useVirtualList(Math.ceil(bytes.length / bytesPerRow), rowHeight);
  const shown = marked.value;

  useEffect(() => {
    marked.value = undefined;
    chosen.value = undefined;
    cursor.value = 0;
  }, [part]);

  const point = (byte: number, isChosen: boolean): void => {
    const field = index.at(byte);
    marked.value = field;
    cursor.value = byte;
    if (isChosen) chosen.value = field;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const steps: Readonly<Record<string, number>> = {
      ArrowLeft: -1,
      ArrowRight: 1,
      ArrowUp: -bytesPerRow,
      ArrowDown: bytesPerRow,
      PageUp: -16 * bytesPerRow,
      PageDown: 16 * bytesPerRow,
    };
    const step = steps[event.key];
    if (step === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    const next = Math.max(0, Math.min(bytes.length - 1, cursor.value + (step ?? 0)));
    point(next, event.key === 'Enter');
    list.reveal(Math.floor(next / bytesPerRow));
  };
  const rows = [];
  for (let row = list.from; row < list.to; row++) {
    rows.push(
      <HexRow
        key={row}
        row={row}
        part={part}
        top={list.top + (row - list.from) * rowHeight}
        marked={shown}
        kindAt={(byte) => index.at(byte)?.kind}
        cursor={cursor.value}
      />,
    );
  }
  const byteOf = (event: MouseEvent): number | undefined => {
    const text = (event.target as HTMLElement).dataset['byte'];
    return text === undefined ? undefined : Number(text);
  };
  return (
    <div class="bytes">
      <div
        class="hex"
        ref={list.ref}
        onScroll={list.onScroll}
        tabIndex={0}
        role="application"
        aria-label={`Bytes: ${part.title}, ${count(bytes.length)} bytes. Arrow keys move between bytes, Enter shows the field in the tree.`}
        onKeyDown={onKeyDown}
        onMouseOver={(event) => {
          const byte = byteOf(event);
          if (byte !== undefined) point(byte, false);
        }}
        onMouseLeave={() => {
          marked.value = chosen.value;
        }}
        onClick={(event) => {
          const byte = byteOf(event);
          if (byte !== undefined) point(byte, true);
        }}
      >
        <div class="hex-rows" style={{ height: `${list.height}px` }}>
          {rows}
        </div>
      </div>
      {fields.length > 0 && (
        <Tree
          class="fields"
          label={`Fields of ${part.title.toLowerCase()}`}
          roots={fields}
          childrenOf={(field) => field.children}
          openLevels={1}
          rowHeight={24}
          shown={chosen.value}
          onFocus={(field) => {
            marked.value = field;
            if (field !== undefined) cursor.value = field.start;
          }}
          onChoose={(field) => {
            marked.value = field;
            list.reveal(Math.floor(field.start / bytesPerRow));
          }}
          render={(field) => (
            <span class="field">
              <i class={`kind kind-${field.kind}`} aria-hidden="true" />
              <span class="field-name">{field.name}</span>
              {field.value !== undefined && <span class="field-value">{field.value}</span>}
              {field.omitted !== undefined && field.omitted > 0 && (
                <span class="quiet">and {count(field.omitted)} more</span>
              )}
            </span>
          )}
        />
      )}
      <output class="meaning" aria-live="polite">
        {shown === undefined ? (
          <span class="quiet">Point at a byte or a field to see what it means.</span>
        ) : (
          <>
            <p class="path">
              {index
                .pathTo(shown)
                .map(({ name }) => name)
                .join(' › ')}
            </p>
            <p>
              {shown.value !== undefined && <strong>{shown.value} </strong>}
              {shown.meaning}
            </p>
            <p class="quiet">
              {shown.bits === undefined
                ? `Bytes ${count(shown.start)} to ${count(shown.end - 1)}`
                : `Byte ${count(shown.start)}, ${shown.bits.count} bits from bit ${shown.bits.from}`}
              {fileOffset !== undefined && `, file offset ${count(fileOffset + shown.start)}`}
              {onMore !== undefined && shown.omitted !== undefined && shown.omitted > 0 && (
                <button type="button" class="link" onClick={() => onMore(lastChildEnd(shown))}>
                  Explain the next bytes
                </button>
              )}
            </p>
          </>
        )}
      </output>
    </div>
  );
}

function lastChildEnd(field: ByteField): number {
  return field.children.at(-1)?.end ?? field.start;
}

function HexRow(props: {
  readonly row: number;
  readonly part: BytesInfo;
  readonly top: number;
  readonly marked: ByteField | undefined;
  readonly cursor: number;
  kindAt(byte: number): string | undefined;
}): JSX.Element {
  const { row, part, top, marked, cursor } = props;
  const start = row * bytesPerRow;
  const cells = [];
  const letters = [];
  for (let i = start; i < Math.min(part.bytes.length, start + bytesPerRow); i++) {
    const byte = part.bytes[i] as number;
    const isMarked = marked !== undefined && i >= marked.start && i < Math.max(marked.end, marked.start + 1);
    const kind = props.kindAt(i);
    const name = `b${kind === undefined ? '' : ` kind-${kind}`}${isMarked ? ' marked' : ''}${i === cursor ? ' cursor' : ''}`;
    cells.push(
      <span key={i} class={name} data-byte={i}>
        {byte.toString(16).padStart(2, '0')}
      </span>,
    );
    letters.push(
      <span key={i} class={isMarked ? 'c marked' : 'c'} data-byte={i}>
        {byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·'}
      </span>,
    );
  }
  return (
    <div class="hex-row" style={{ top: `${top}px` }}>
      <span class="hex-offset">{((part.fileOffset ?? 0) + start).toString(16).padStart(8, '0')}</span>
      <span class="hex-bytes">{cells}</span>
      <span class="hex-letters">{letters}</span>
    </div>
  );
}
