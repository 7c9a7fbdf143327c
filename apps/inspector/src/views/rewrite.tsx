/** Writes a copy of the file with the chosen encodings, and offers it for download. */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { faultOf } from '../client.js';
import type { Fault, FileInfo, Progress } from '../protocol.js';
import { worker } from '../state/app.js';
import { choices, savedBytes } from '../state/costs.js';
import { openFile } from '../state/open-file.js';
import { bytes, counted, percent } from '../ui/format.js';
import { FaultNote, ProgressBar } from '../ui/parts.js';

type State =
  | { readonly kind: 'idle' }
  | { readonly kind: 'writing'; readonly progress: Progress | undefined; readonly controller: AbortController }
  | { readonly kind: 'written'; readonly blob: Blob; readonly url: string }
  | { readonly kind: 'failed'; readonly fault: Fault };

export function Rewrite({ file }: { readonly file: FileInfo }): JSX.Element | null {
  const state = useSignal<State>({ kind: 'idle' });
  const chosen = choices.value;
  useEffect(() => {
    state.value = { kind: 'idle' };
  }, [chosen]);
  useEffect(
    () => () => {
      if (state.value.kind === 'writing') state.value.controller.abort();
      if (state.value.kind === 'written') URL.revokeObjectURL(state.value.url);
    },
    [],
  );
  if (chosen.size === 0) return null;
  const name = file.name.replace(/(\.parquet)?$/, '-rewritten.parquet');
  const write = async (): Promise<void> => {
    const controller = new AbortController();
    state.value = { kind: 'writing', progress: undefined, controller };
    try {
      const { blob } = await worker().call(
        'rewrite',
        { choices: [...chosen.values()] },
        {
          signal: controller.signal,
          onPart: (progress) => {
            if (state.value.kind === 'writing') state.value = { ...state.value, progress };
          },
        },
      );
      state.value = { kind: 'written', blob, url: URL.createObjectURL(blob) };
    } catch (error) {
      const fault = faultOf(error);
      state.value = fault.isAborted ? { kind: 'idle' } : { kind: 'failed', fault };
    }
  };
  const { value } = state;
  return (
    <div class="rewrite">
      {value.kind === 'idle' && (
        <button type="button" class="primary" onClick={() => void write()}>
          Write the file with {counted(chosen.size, 'new encoding')}
        </button>
      )}
      {value.kind === 'idle' && savedBytes.value !== 0 && (
        <span class="quiet">
          {savedBytes.value > 0
            ? `about ${bytes(savedBytes.value)} smaller`
            : `about ${bytes(-savedBytes.value)} larger`}
        </span>
      )}
      {value.kind === 'writing' && (
        <>
          <ProgressBar progress={value.progress} label="Writing" />
          <button type="button" onClick={() => value.controller.abort()}>
            Cancel
          </button>
        </>
      )}
      {value.kind === 'written' && (
        <>
          <a class="button primary" href={value.url} download={name}>
            Download {name}
          </a>
          <button type="button" onClick={() => void openFile({ kind: 'blob', blob: value.blob, name })}>
            Open it here
          </button>
          <span class="quiet">
            {bytes(value.blob.size)}, {percent(value.blob.size / file.byteLength)} of the file
          </span>
        </>
      )}
      {value.kind === 'failed' && <FaultNote title="The file could not be written:" fault={value.fault} />}
    </div>
  );
}
