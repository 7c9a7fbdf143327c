/** Returns the bytes of the footer, and their meaning. */
import { readExactly } from '@marquetry/file';
import { explainFooter } from '@marquetry/inspect/bytes';
import type { Handler } from './handler.js';
import type { CurrentSession } from './session.js';

/** Maximum number of footer bytes to show. */
const mostBytes = 2 ** 22;

export function footerBytes(current: CurrentSession): Handler<'footerBytes'> {
  return async ({ from }, { signal }) => {
    const { file } = current();
    const { offset } = file.footer;
    const length = Math.min(mostBytes, file.source.byteLength - offset);
    const bytes = await readExactly(file.source, offset, length, signal);
    return {
      title: 'Footer',
      ...explainFooter(bytes, offset, { limits: file.limits, leaves: file.schema.leaves, from }),
    };
  };
}
