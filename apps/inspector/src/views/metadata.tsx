/** Shows the footer: facts about the file, key-value metadata, and the meaning of each byte. */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { faultOf } from '../client.js';
import { HexView } from '../hex/hex-view.js';
import type { BytesInfo, Fault, FileInfo } from '../protocol.js';
import { worker } from '../state/app.js';
import { bytes, count, counted } from '../ui/format.js';
import { Fact, FaultNote, Section } from '../ui/parts.js';

/** Values with more characters than this are collapsed until the user expands them. */
const shownCharacters = 600;

export function MetadataView({ file }: { readonly file: FileInfo }): JSX.Element {
  const footer = useSignal<BytesInfo | undefined>(undefined);
  const fault = useSignal<Fault | undefined>(undefined);
  const load = async (from: number): Promise<void> => {
    try {
      footer.value = await worker().call('footerBytes', { from });
    } catch (error) {
      fault.value = faultOf(error);
    }
  };
  const sorted = [...new Set(file.rowGroups.map(({ sortedBy }) => sortedBy))].filter((text) => text !== '');
  return (
    <>
      <Section title="File">
        <dl class="facts">
          <Fact name="Written by">{file.createdBy ?? 'not stated'}</Fact>
          <Fact name="Format version">{file.version}</Fact>
          <Fact name="Rows">{count(file.rowCount)}</Fact>
          <Fact name="Row groups">{count(file.rowGroups.length)}</Fact>
          <Fact name="Columns">{count(file.columns.length)}</Fact>
          <Fact name="Size">
            {bytes(file.byteLength)} <span class="quiet">({count(file.byteLength)} bytes)</span>
          </Fact>
          <Fact name="Footer">
            {bytes(file.footer.byteLength)} at {count(file.footer.offset)}
          </Fact>
          <Fact name="Sorted by">{sorted.length === 0 ? 'not stated' : sorted.join('; ')}</Fact>
          <Fact name="Encryption">{file.encryption ?? 'none'}</Fact>
        </dl>
      </Section>
      <Section title="Key-value metadata">
        {file.keyValues.length === 0 ? (
          <p class="quiet">The file has none.</p>
        ) : (
          <dl class="key-values">
            {file.keyValues.map(({ key, value }, i) => (
              <div key={i}>
                <dt>{key}</dt>
                <dd>
                  <Value text={value} />
                </dd>
              </div>
            ))}
          </dl>
        )}
      </Section>
      <Section
        title="Bytes of the footer"
        tools={
          footer.value === undefined && (
            <button type="button" onClick={() => void load(0)}>
              Show {bytes(file.footer.byteLength)}
            </button>
          )
        }
      >
        {fault.value !== undefined && <FaultNote fault={fault.value} />}
        {footer.value === undefined ? (
          <p class="quiet">
            The footer describes {counted(file.columns.length * file.rowGroups.length, 'column chunk')}.
          </p>
        ) : (
          <HexView part={footer.value} onMore={(from) => void load(from)} />
        )}
      </Section>
    </>
  );
}

function Value({ text }: { readonly text: string | undefined }): JSX.Element {
  if (text === undefined) return <span class="quiet">no value</span>;
  const shown = prettyJson(text);
  if (shown.length <= shownCharacters) return <pre>{shown}</pre>;
  return (
    <details>
      <summary>{count(text.length)} characters</summary>
      <pre>{shown}</pre>
    </details>
  );
}

function prettyJson(text: string): string {
  if (!/^\s*[{[]/.test(text)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
