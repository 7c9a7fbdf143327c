/** A file that is being opened, or that could not be opened. */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { faultOf } from '../client.js';
import { HexView } from '../hex/hex-view.js';
import type { BytesInfo, Fault, FileInput, Progress } from '../protocol.js';
import { worker } from '../state/app.js';
import { cancelOpening, closeFile } from '../state/open-file.js';
import { FaultNote, ProgressBar, Section } from '../ui/parts.js';
import { KeyForm } from './key-form.js';

function nameOf(input: FileInput): string {
  return input.kind === 'blob' ? input.name : input.url;
}

export function Opening({
  input,
  progress,
}: {
  readonly input: FileInput;
  readonly progress: Progress | undefined;
}): JSX.Element {
  return (
    <main class="start" id="main">
      <h1>Opening</h1>
      <p class="lead wrap">{nameOf(input)}</p>
      <ProgressBar progress={progress} label="Reading the footer" />
      <p>
        <button type="button" onClick={cancelOpening}>
          Cancel
        </button>
      </p>
    </main>
  );
}

/** Errors that keys may mend: the file is encrypted. */
function needsKeys({ message }: Fault): boolean {
  return /encrypt|decrypt|\bkeys?\b/i.test(message);
}

export function Failed({ input, fault }: { readonly input: FileInput; readonly fault: Fault }): JSX.Element {
  const ends = useSignal<readonly BytesInfo[]>([]);
  const noBytes = useSignal<Fault | undefined>(undefined);
  useEffect(() => {
    const controller = new AbortController();
    worker()
      .call('ends', { input }, { signal: controller.signal })
      .then((parts) => {
        ends.value = parts;
      })
      .catch((error: unknown) => {
        if (!controller.signal.aborted) noBytes.value = faultOf(error);
      });
    return () => controller.abort();
  }, [input]);
  return (
    <main class="page" id="main">
      <h1 class="wrap">{nameOf(input)}</h1>
      <FaultNote title="This file cannot be opened:" fault={fault} />
      {needsKeys(fault) && <KeyForm input={input} />}
      <p>
        <button type="button" onClick={closeFile}>
          Open another file
        </button>
      </p>
      {noBytes.value !== undefined && noBytes.value.message !== fault.message && (
        <FaultNote title="Its bytes cannot be read either:" fault={noBytes.value} />
      )}
      {ends.value.map((part) => (
        <Section key={part.title} title={part.title}>
          <HexView part={part} />
        </Section>
      ))}
    </main>
  );
}
