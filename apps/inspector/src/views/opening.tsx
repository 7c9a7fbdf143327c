/** Shows the progress of opening a file, or why the file could not be opened. */
import type { JSX } from 'preact';
import type { Fault, FileInput, Progress } from '../protocol.js';
import { keys } from '../state/app.js';
import { cancelOpening, closeFile } from '../state/open-file.js';
import { FaultNote, ProgressBar } from '../ui/parts.js';
import { KeyForm } from './key-form.js';
import { Salvage } from './salvage.js';

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

export function Failed({ input, fault }: { readonly input: FileInput; readonly fault: Fault }): JSX.Element {
  const full = nameOf(input);
  const name = full.slice(full.lastIndexOf('/') + 1) || full;
  // If only keys are missing, the file is not broken.
  const isLocked = fault.needsKeys && keys.value === undefined;
  return (
    <main class="page" id="main" tabIndex={-1}>
      <div class="failed-name">
        <h1 class="wrap">{name}</h1>
        {name !== full && <p class="quiet wrap">{full}</p>}
      </div>
      {isLocked ? (
        <p>This file is encrypted: {fault.message.replace(/:.*/s, '')}.</p>
      ) : (
        <FaultNote title="This file cannot be opened:" fault={fault} />
      )}
      {input.kind === 'url' && fault.code === undefined && (
        <p class="quiet">
          The server has to answer, and to allow other sites to read the file, with CORS headers for the request header
          Range and the response header Content-Range. A file on your disk can be chosen instead.
        </p>
      )}
      {fault.needsKeys && <KeyForm input={input} />}
      {fault.code !== undefined && !fault.needsKeys && <Salvage key={full} />}
      <p>
        <button type="button" onClick={closeFile}>
          Open another file
        </button>
      </p>
    </main>
  );
}
