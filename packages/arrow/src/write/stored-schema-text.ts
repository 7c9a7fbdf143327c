/** Makes the text of `ARROW:schema`: see `stored-schema.ts`. */
import { Message, Schema } from 'apache-arrow';

const prefixBytes = 8;

/** Returns the schema as an encapsulated IPC message in base64. */
export function storedSchemaText({
  fields,
  metadata,
}: Pick<Schema, 'fields'> & { readonly metadata?: Map<string, string> }): string {
  const flatbuffer: Uint8Array = Message.encode(Message.from(new Schema([...fields], metadata)));
  const length = Math.ceil(flatbuffer.length / 8) * 8;
  const bytes = new Uint8Array(prefixBytes + length);
  const view = new DataView(bytes.buffer);
  view.setInt32(0, -1);
  view.setInt32(4, length, true);
  bytes.set(flatbuffer, prefixBytes);
  return base64Of(bytes);
}

/** Bytes per call of `fromCharCode`. A multiple of 3, so that the texts of parts can be joined. */
const partBytes = 3 * 2 ** 11;

function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (let from = 0; from < bytes.length; from += partBytes) {
    text += btoa(String.fromCharCode(...bytes.subarray(from, from + partBytes)));
  }
  return text;
}
