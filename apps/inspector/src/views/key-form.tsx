/** Asks for the keys of an encrypted file. The keys stay in the memory of this page. */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { FileInput } from '../protocol.js';
import { keys as currentKeys } from '../state/app.js';
import { openFile } from '../state/open-file.js';

interface KeyLine {
  readonly name: string;
  readonly key: string;
}

export function KeyForm({ input }: { readonly input: FileInput }): JSX.Element {
  const known = Object.entries(currentKeys.value?.keys ?? {}).map(([name, key]) => ({ name, key }));
  const lines = useSignal<readonly KeyLine[]>(known.length > 0 ? known : [{ name: 'footer', key: '' }]);
  const aadPrefix = useSignal(currentKeys.value?.aadPrefix ?? '');
  const set = (i: number, change: Partial<KeyLine>): void => {
    lines.value = lines.value.map((line, at) => (at === i ? { ...line, ...change } : line));
  };
  return (
    <form
      class="keys"
      autocomplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        const given = lines.value.filter(({ key }) => key.trim() !== '');
        const table = Object.fromEntries(given.map(({ name, key }) => [name.trim(), key]));
        void openFile(input, { keys: table, aadPrefix: aadPrefix.value });
      }}
    >
      <h2>Open it with keys</h2>
      <p class="quiet">
        A key has 16, 24 or 32 bytes, in hexadecimal or base64. Its name is <code>footer</code>, <code>column:</code>{' '}
        and the path of a column, or the key metadata that the file stores. Keys stay in the memory of this page.
      </p>
      {lines.value.map((line, i) => (
        <div class="row" key={i}>
          <label>
            Name
            <input
              value={line.name}
              spellcheck={false}
              onInput={(event) => set(i, { name: event.currentTarget.value })}
            />
          </label>
          <label class="wide">
            Key
            <input
              type="password"
              autocomplete="off"
              value={line.key}
              onInput={(event) => set(i, { key: event.currentTarget.value })}
            />
          </label>
        </div>
      ))}
      <div class="row">
        <button
          type="button"
          onClick={() => {
            lines.value = [...lines.value, { name: 'column:', key: '' }];
          }}
        >
          Add a key
        </button>
        <label>
          AAD prefix, if the writer used one
          <input
            value={aadPrefix.value}
            spellcheck={false}
            onInput={(event) => {
              aadPrefix.value = event.currentTarget.value;
            }}
          />
        </label>
        <button type="submit" class="primary">
          Open with these keys
        </button>
      </div>
    </form>
  );
}
