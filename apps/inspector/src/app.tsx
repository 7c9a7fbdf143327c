/** The frame around the views: the bar at the top, the map, and the links back to the file and the column. */
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { FileMap } from './map/file-map.js';
import type { FileInfo } from './protocol.js';
import { announcement, crash, phase, readBytes, readCount, selection, type View, view } from './state/app.js';
import { showColumn, showView } from './state/navigate.js';
import { closeFile, openFile } from './state/open-file.js';
import { bytes, count, counted } from './ui/format.js';
import { brand, openIcon } from './ui/icons.js';
import { FaultNote } from './ui/parts.js';
import { ThemeButton } from './ui/theme.js';
import { ColumnView } from './views/column.js';
import { MetadataView } from './views/metadata.js';
import { Failed, Opening } from './views/opening.js';
import { Overview } from './views/overview.js';
import { PageView } from './views/page.js';
import { PartView, partTitles } from './views/part.js';
import { QueryView } from './views/query.js';
import { SchemaView } from './views/schema.js';
import { Start } from './views/start.js';

const tabs: readonly { readonly name: View; readonly title: string }[] = [
  { name: 'overview', title: 'Columns' },
  { name: 'schema', title: 'Schema' },
  { name: 'metadata', title: 'Footer' },
  { name: 'query', title: 'Rows' },
];

export function App(): JSX.Element {
  useDrop();
  const { value } = phase;
  return (
    <>
      <a
        class="skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          document.getElementById('main')?.focus();
        }}
      >
        Skip to the content
      </a>
      <header class="top">
        <button type="button" class="brand" onClick={closeFile} aria-label="Marquetry Inspector: start page">
          {brand}
          <span>Inspector</span>
        </button>
        {value.kind === 'open' && <FileBar file={value.info} />}
        <div class="top-tools">
          {value.kind !== 'start' && (
            <button type="button" onClick={closeFile}>
              {openIcon} Open another
            </button>
          )}
          <ThemeButton />
        </div>
      </header>
      <p class="hidden" aria-live="polite">
        {announcement}
      </p>
      {crash.value !== undefined && (
        <FaultNote title="The worker that reads files stopped:" fault={`${crash.value}. Open the file again.`} />
      )}
      {value.kind === 'start' && <Start />}
      {value.kind === 'opening' && <Opening input={value.input} progress={value.progress} />}
      {value.kind === 'failed' && <Failed input={value.input} fault={value.fault} />}
      {value.kind === 'open' && <Opened file={value.info} />}
    </>
  );
}

function FileBar({ file }: { readonly file: FileInfo }): JSX.Element {
  return (
    <>
      <div class="file-name">
        <strong title={file.name}>{file.name}</strong>
        <span class="quiet">
          {bytes(file.byteLength)} · {counted(file.rowCount, 'row')} · {counted(file.columns.length, 'column')} ·{' '}
          {counted(file.rowGroups.length, 'row group')}
        </span>
      </div>
      <nav class="tabs" aria-label="Views">
        {tabs.map(({ name, title }) => (
          <button
            key={name}
            type="button"
            aria-current={tabOf(view.value) === name ? 'page' : undefined}
            onClick={() => showView(name)}
          >
            {title}
          </button>
        ))}
      </nav>
    </>
  );
}

/** Returns the view whose tab is active. The views of a column, a page and a part belong to the overview tab. */
function tabOf(name: View): View {
  return name === 'column' || name === 'page' || name === 'part' ? 'overview' : name;
}

function Opened({ file }: { readonly file: FileInfo }): JSX.Element {
  return (
    <main class="page" id="main" tabIndex={-1}>
      <h1 class="hidden">{file.name}</h1>
      <FileMap file={file} key={file.name} />
      <p class="reads quiet">
        Opened in {count(Math.round(file.openedInMilliseconds))} ms. Read so far: {bytes(readBytes.value)} in{' '}
        {counted(readCount.value, 'read')}, of {bytes(file.byteLength)}.
      </p>
      <Trail file={file} />
      <CurrentView file={file} />
    </main>
  );
}

/** Links from the selected page back to its column and to the file. */
function Trail({ file }: { readonly file: FileInfo }): JSX.Element | null {
  const { column, rowGroup, part } = selection.value;
  const name = view.value;
  const info = column === undefined ? undefined : file.columns[column];
  if (info === undefined || tabOf(name) !== 'overview') return null;
  return (
    <nav class="trail" aria-label="Path">
      <button type="button" class="link" onClick={() => showView('overview')}>
        Columns
      </button>
      <span aria-hidden="true">›</span>
      {name === 'column' ? (
        <span aria-current="page">{info.path}</span>
      ) : (
        <>
          <button type="button" class="link" onClick={() => showColumn(info.index, rowGroup)}>
            {info.path}
          </button>
          <span aria-hidden="true">›</span>
          <span aria-current="page">{part === undefined ? 'page' : partTitles[part]}</span>
        </>
      )}
    </nav>
  );
}

function CurrentView({ file }: { readonly file: FileInfo }): JSX.Element {
  const { column, rowGroup, page, part } = selection.value;
  const info = column === undefined ? undefined : file.columns[column];
  switch (view.value) {
    case 'schema':
      return <SchemaView file={file} />;
    case 'metadata':
      return <MetadataView file={file} />;
    case 'query':
      return <QueryView file={file} />;
    case 'page':
      if (info === undefined || page === undefined) return <Overview file={file} />;
      return <PageView file={file} column={info} rowGroup={rowGroup ?? 0} offset={page} />;
    case 'part':
      if (info === undefined || part === undefined) return <Overview file={file} />;
      return <PartView column={info} rowGroup={rowGroup ?? 0} part={part} />;
    case 'column':
      return info === undefined ? <Overview file={file} /> : <ColumnView file={file} column={info} key={info.index} />;
    case 'overview':
      return <Overview file={file} />;
  }
}

/** Opens a file that the user drops anywhere on the page. */
function useDrop(): void {
  useEffect(() => {
    const over = (event: DragEvent): void => {
      event.preventDefault();
      document.documentElement.classList.add('dropping');
    };
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) document.documentElement.classList.remove('dropping');
    };
    const drop = (event: DragEvent): void => {
      event.preventDefault();
      document.documentElement.classList.remove('dropping');
      const file = event.dataTransfer?.files[0];
      if (file !== undefined) void openFile({ kind: 'blob', blob: file, name: file.name });
    };
    addEventListener('dragover', over);
    addEventListener('dragleave', leave);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', over);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', drop);
    };
  }, []);
}
