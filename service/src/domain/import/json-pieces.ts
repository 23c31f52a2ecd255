import { ImportRefused } from './refused.ts';

/** A part of a large JSON document: an element of its list, of a list that is a value of its object, or such a value. */
export interface Piece {
  /** The key of the value, or of the list; empty for a document that is a list. */
  readonly key: string;
  /** Undefined where it is longer than allowed. */
  readonly text: string | undefined;
}

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];
const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

type State = 'start' | 'key' | 'inKey' | 'colon' | 'element' | 'inValue' | 'after' | 'end';

/** Collects the bytes of one value, across chunks; forgets them where they become too many. */
const collector = (longest: number) => {
  let parts: Buffer[] = [];
  let size = 0;
  return {
    add(part: Buffer) {
      size += part.length;
      if (size > longest) parts = [];
      // A part is a view of its chunk, which may be used again.
      else if (part.length > 0) parts.push(Buffer.from(part));
    },
    take(): string | undefined {
      const text = size > longest ? undefined : Buffer.concat(parts).toString('utf8');
      parts = [];
      size = 0;
      return text;
    },
  };
};

/**
 * Splits a JSON document that is a list, or an object with lists in it, into pieces of at most `longest` bytes, with never
 * more than one of them in memory. The document's frame is checked here, a piece when it is parsed. Throws
 * `ImportRefused` where the document is not well-formed or breaks off.
 */
export async function* jsonPieces(source: AsyncIterable<Buffer>, longest: number): AsyncGenerator<Piece> {
  const value = collector(longest);
  const broken = () => new ImportRefused('broken');
  /** Of the frame: list, or object with the lists in it. */
  let root = undefined as 'list' | 'object' | undefined;
  let state = 'start' as State;
  let key = '';
  let inList = false;
  let first = true;
  // Within a value.
  let depth = 0;
  let inString = false;
  let escaped = false;
  let scalar = false;
  let begun = false;

  const enter = (byte: number): void => {
    depth = byte === openList || byte === openObject ? 1 : 0;
    inString = byte === quote;
    scalar = depth === 0 && !inString;
    escaped = false;
    state = 'inValue';
  };

  for await (const whole of source) {
    const chunk = !begun && whole.subarray(0, 3).equals(byteOrderMark) ? whole.subarray(3) : whole;
    begun = true;
    let from = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at]!;
      if (state === 'inValue') {
        if (inString) {
          if (escaped) escaped = false;
          else if (byte === backslash) escaped = true;
          else if (byte === quote) inString = false;
          if (inString || depth > 0) continue;
          // A value that is a string ends with it.
          value.add(chunk.subarray(from, at + 1));
        } else if (scalar) {
          if (byte !== comma && byte !== closeList && byte !== closeObject && !isSpace(byte)) continue;
          value.add(chunk.subarray(from, at));
          at -= 1;
        } else {
          if (byte === quote) inString = true;
          else if (byte === openList || byte === openObject) depth += 1;
          else if (byte === closeList || byte === closeObject) depth -= 1;
          if (depth > 0) continue;
          value.add(chunk.subarray(from, at + 1));
        }
        state = 'after';
        first = false;
        yield { key, text: value.take() };
        continue;
      }
      if (state === 'inKey') {
        if (escaped) escaped = false;
        else if (byte === backslash) escaped = true;
        else if (byte === quote) {
          value.add(chunk.subarray(from, at + 1));
          const text = value.take();
          key = text === undefined ? '' : String(JSON.parse(text));
          state = 'colon';
        }
        continue;
      }
      if (isSpace(byte)) continue;
      if (state === 'start') {
        if (byte !== openList && byte !== openObject) throw broken();
        root = byte === openList ? 'list' : 'object';
        inList = root === 'list';
        state = inList ? 'element' : 'key';
        first = true;
      } else if (state === 'key') {
        if (byte === closeObject && first) state = 'end';
        else if (byte === quote) {
          from = at;
          escaped = false;
          state = 'inKey';
        } else throw broken();
      } else if (state === 'colon') {
        if (byte !== colon) throw broken();
        state = 'element';
        inList = false;
        first = true;
      } else if (state === 'element') {
        if (root === 'object' && !inList && byte === openList) {
          inList = true;
          first = true;
        } else if (inList && byte === closeList && first) {
          inList = false;
          state = root === 'list' ? 'end' : 'after';
          first = false;
        } else if (byte === comma || byte === colon || byte === closeList || byte === closeObject) throw broken();
        else {
          from = at;
          enter(byte);
        }
      } else if (state === 'after') {
        if (inList && byte === comma) {
          state = 'element';
          first = false;
        } else if (inList && byte === closeList) {
          inList = false;
          state = root === 'list' ? 'end' : 'after';
        } else if (!inList && root === 'object' && byte === comma) {
          state = 'key';
          first = false;
        } else if (!inList && root === 'object' && byte === closeObject) state = 'end';
        else throw broken();
      } else throw broken();
    }
    if (state === 'inValue' || state === 'inKey') value.add(chunk.subarray(from));
  }
  if (state !== 'end') throw broken();
}
