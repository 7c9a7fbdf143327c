/**
 * Parses the XML that S3 sends: elements, text and character entities. Ignores attributes.
 *
 * Rejects everything else that XML allows (DOCTYPE, custom entities, CDATA, comments), so that a short document cannot
 * expand to a long text. A truncated document is an error.
 */
import { ParquetError } from '@marquetry/core';

/** An XML element. Its `text` excludes the text of child elements, and contains characters instead of entities. */
export interface XmlElement {
  readonly name: string;
  readonly text: string;
  readonly children: readonly XmlElement[];
}

/** Maximum depth of nested elements. In S3's responses, it is at most four. */
const mostDepth = 16;

const tag = /^<(\/?)([A-Za-z_][\w.:-]*)((?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/;
const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * Returns the root element of a document.
 * @throws ParquetError CORRUPT for text that is not a complete document, or that uses parts of XML that S3 does not
 * use.
 */
export function parseXml(document: string): XmlElement {
  const text = document.replace(/^\uFEFF?\s*(<\?xml[^?]*\?>)?\s*/, '').trimEnd();
  const open: { readonly name: string; text: string; readonly children: XmlElement[] }[] = [];
  let at = 0;
  while (at < text.length) {
    const next = text.indexOf('<', at);
    const inner = open.at(-1);
    if (next !== at) {
      if (inner === undefined || next === -1) throw malformed('there is text outside the root element');
      inner.text += decoded(text.slice(at, next));
      at = next;
      continue;
    }
    const close = text.indexOf('>', at);
    const match = tag.exec(text.slice(at, close + 1));
    if (match === null) throw malformed(`\`${text.slice(at, at + 20)}\` is not a tag`);
    at = close + 1;
    const [, ends, name = '', , isEmpty] = match;
    if (ends !== '/') {
      if (open.length === mostDepth) throw malformed(`elements are nested more than ${mostDepth} levels deep`);
      open.push({ name, text: '', children: [] });
      if (isEmpty !== '/') continue;
    }
    const element = open.pop();
    if (element?.name !== name) throw malformed(`the end tag \`${name}\` has no start tag`);
    const parent = open.at(-1);
    if (parent !== undefined) parent.children.push(element);
    else if (at === text.length) return element;
    else throw malformed('there is content after the root element');
  }
  throw malformed('the root element has no end tag');
}

function decoded(text: string): string {
  return text.replace(/&([^;&]{0,10};?)/g, (found, body: string) => {
    const name = body.slice(0, -1);
    if (!body.endsWith(';')) throw malformed(`\`${found}\` is not an entity`);
    const code = /^#(?:x([0-9a-f]+)|(\d+))$/i.exec(name);
    if (code === null) {
      const character = Object.hasOwn(named, name) ? named[name] : undefined;
      if (character === undefined) throw malformed(`the entity \`${found}\` is not allowed`);
      return character;
    }
    const point = code[1] === undefined ? Number(code[2]) : Number.parseInt(code[1], 16);
    if (point > 0x10ffff) throw malformed(`the entity \`${found}\` is not allowed`);
    return String.fromCodePoint(point);
  });
}

function malformed(what: string): ParquetError {
  return new ParquetError('CORRUPT', `the server's XML is not valid: ${what}`);
}

/** Returns the text of the first child element with this name; undefined if the element has no such child. */
export function textIn(element: XmlElement, name: string): string | undefined {
  return element.children.find((child) => child.name === name)?.text;
}

/** Escapes text for use inside an element. */
export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (found) => `&#${found.charCodeAt(0)};`);
}
