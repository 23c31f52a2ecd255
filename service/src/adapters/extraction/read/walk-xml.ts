import { SaxesParser } from 'saxes';
import { Unreadable } from './unreadable.ts';

export interface XmlVisitor {
  /** `name` has no prefix. `get` finds an attribute by its exact name, else by its name without prefix. */
  open?(name: string, get: (attribute: string) => string | undefined): void;
  close?(name: string): void;
  text?(text: string): void;
}

const local = (name: string): string => name.slice(name.indexOf(':') + 1);
const chunk = 64 * 1024;

const encodingOf = (bytes: Uint8Array): string => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return 'utf-8';
};

/**
 * Walks well-formed XML piece by piece. Documents that declare entities are refused, and nothing external is loaded.
 */
export const walkXml = (bytes: Uint8Array, visitor: XmlVisitor): void => {
  const parser = new SaxesParser({ xmlns: false });
  parser.on('error', (error) => {
    throw new Unreadable('broken', error);
  });
  parser.on('doctype', (doctype) => {
    if (/<!ENTITY/i.test(doctype)) throw new Unreadable('entities');
  });
  parser.on('opentag', ({ name, attributes }) =>
    visitor.open?.(local(name), (wanted) => {
      const known = attributes as Record<string, string>;
      if (wanted in known) return known[wanted];
      const found = Object.keys(known).find((attribute) => local(attribute) === wanted);
      return found === undefined ? undefined : known[found];
    }),
  );
  parser.on('closetag', ({ name }) => visitor.close?.(local(name)));
  parser.on('text', (text) => visitor.text?.(text));
  parser.on('cdata', (text) => visitor.text?.(text));
  const decoder = new TextDecoder(encodingOf(bytes));
  for (let at = 0; at < bytes.length; at += chunk)
    parser.write(decoder.decode(bytes.subarray(at, at + chunk), { stream: at + chunk < bytes.length }));
  parser.close();
};
