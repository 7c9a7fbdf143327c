/** The start page, with three ways to open a file. */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { openFile } from '../state/open-file.js';
import { openIcon } from '../ui/icons.js';

/** The sample file, which is part of the inspector. */
const sampleUrl: string = new URL('sample.parquet', document.baseURI).href;

export function Start(): JSX.Element {
  const chooser = useRef<HTMLInputElement>(null);
  const url = useSignal('');
  return (
    <main class="start" id="main">
      <h1>Look inside a Parquet file</h1>
      <p class="lead">
        See every page, why a column is large, and what another encoding would save. The file stays on your computer:
        nothing is uploaded.
      </p>
      <div class="choices">
        <button type="button" class="primary drop" onClick={() => chooser.current?.click()}>
          {openIcon}
          <span>
            <strong>Choose a file</strong>
            <small>or drop it anywhere on this page</small>
          </span>
        </button>
        <input
          ref={chooser}
          type="file"
          class="hidden"
          tabIndex={-1}
          aria-label="Parquet file"
          accept=".parquet,.parq,.pq,application/vnd.apache.parquet"
          onChange={() => {
            const file = chooser.current?.files?.[0];
            if (file !== undefined) void openFile({ kind: 'blob', blob: file, name: file.name });
          }}
        />
        <form
          class="url-form"
          onSubmit={(event) => {
            event.preventDefault();
            const text = url.value.trim();
            if (text !== '') void openFile({ kind: 'url', url: new URL(text, location.href).href });
          }}
        >
          <label for="url">Address of a file on a server that supports range requests</label>
          <div class="row">
            <input
              id="url"
              type="text"
              inputMode="url"
              spellcheck={false}
              placeholder="https://example.com/data.parquet"
              value={url.value}
              onInput={(event) => {
                url.value = event.currentTarget.value;
              }}
            />
            <button type="submit">Open</button>
          </div>
        </form>
        <button type="button" class="link" onClick={() => void openFile({ kind: 'url', url: sampleUrl })}>
          Open the sample: 100,000 flights
        </button>
      </div>
    </main>
  );
}
