import { BrokenJson } from './refused.ts';

/**
 * A part of a large JSON document: an element of the top-level list, or of a list in the top-level object, or another
 * value of that object.
 */
export interface Piece {
  /** The key of the value or of its list; empty if the document is a list. */
  readonly key: string;
  /** Undefined if it is longer than allowed. */
  readonly text: string | undefined;
}

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];
const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/** Collects the bytes of one value across chunks, and drops them if they are too many. */
const collector = (longest: number) => {
  let parts: Buffer[] = [];
  let size = 0;
  return {
    add(part: Buffer) {
      size += part.length;
      if (size > longest) parts = [];
      // Copied, because a part is a view of its chunk, whose memory may be reused.
      else if (part.length > 0) parts.push(Buffer.from(part));
    },
    end(): string | undefined {
      const text = size > longest ? undefined : Buffer.concat(parts).toString('utf8');
      parts = [];
      size = 0;
      return text;
    },
  };
};

const opens = (byte: number): boolean => byte === openList || byte === openObject;
const closes = (byte: number): boolean => byte === closeList || byte === closeObject;

/** Finds the end of a value or key, which may span several chunks. */
const createValueScanner = () => {
  let depth = 0;
  let inString = false;
  let escaped = false;
  let scalar = false;
  return {
    begin(byte: number): void {
      depth = opens(byte) ? 1 : 0;
      inString = byte === quote;
      scalar = depth === 0 && !inString;
      escaped = false;
    },
    /** The position after the value's last byte, scanning on from `from`; undefined if the chunk ends first. */
    endIn(chunk: Buffer, from: number): number | undefined {
      for (let at = from; at < chunk.length; at += 1) {
        const byte = chunk[at]!;
        if (inString) {
          if (escaped) escaped = false;
          else if (byte === backslash) escaped = true;
          else if (byte === quote) inString = false;
          if (!inString && depth === 0) return at + 1;
        } else if (scalar) {
          if (byte === comma || closes(byte) || isSpace(byte)) return at;
        } else {
          if (byte === quote) inString = true;
          else if (opens(byte)) depth += 1;
          else if (closes(byte)) depth -= 1;
          if (depth === 0) return at + 1;
        }
      }
      return undefined;
    },
  };
};

const broken = () => new BrokenJson('The JSON is malformed or incomplete.');

type TokenKind = 'key' | 'value' | undefined;
type State = 'start' | 'key' | 'colon' | 'element' | 'after' | 'end';

/** Validates the structure between the values: the outer list or object, its keys, and the lists in it. */
const createStructure = () => {
  let state: State = 'start';
  let root: 'list' | 'object' | undefined;
  let inList = false;
  /** Whether the list or object that was opened last is still empty, so that it may end at once. */
  let first = true;

  const endList = (): void => {
    inList = false;
    state = root === 'list' ? 'end' : 'after';
  };

  const steps: Readonly<Record<State, (byte: number) => TokenKind>> = {
    start(byte) {
      if (!opens(byte)) throw broken();
      inList = byte === openList;
      root = inList ? 'list' : 'object';
      state = inList ? 'element' : 'key';
      return undefined;
    },
    key(byte) {
      if (byte === quote) {
        state = 'colon';
        return 'key';
      }
      if (byte !== closeObject || !first) throw broken();
      state = 'end';
      return undefined;
    },
    colon(byte) {
      if (byte !== colon) throw broken();
      state = 'element';
      first = true;
      return undefined;
    },
    element(byte) {
      if (!inList && byte === openList) {
        inList = true;
        first = true;
        return undefined;
      }
      if (inList && byte === closeList && first) {
        endList();
        return undefined;
      }
      if (byte === comma || byte === colon || closes(byte)) throw broken();
      state = 'after';
      return 'value';
    },
    after(byte) {
      first = false;
      if (inList && byte === closeList) endList();
      else if (byte === comma) state = inList ? 'element' : 'key';
      else if (!inList && byte === closeObject) state = 'end';
      else throw broken();
      return undefined;
    },
    end() {
      throw broken();
    },
  };

  return {
    /** Whether a key or a value starts with this byte. Throws if it is not allowed here. */
    step: (byte: number): TokenKind => steps[state](byte),
    ended: (): boolean => state === 'end',
  };
};

/**
 * Splits a JSON document that is a list, or an object with lists, into pieces of at most `longest` bytes, with only one
 * of them in memory at a time. The structure is validated here, each piece when it is parsed. Throws `BrokenJson` if the
 * document is malformed or incomplete.
 */
export async function* jsonPieces(source: AsyncIterable<Buffer>, longest: number): AsyncGenerator<Piece> {
  const bytes = collector(longest);
  const scanner = createValueScanner();
  const structure = createStructure();
  let reading: TokenKind;
  let key = '';
  let started = false;
  for await (const whole of source) {
    const chunk = !started && whole.subarray(0, 3).equals(byteOrderMark) ? whole.subarray(3) : whole;
    started = true;
    /** The start of the unread bytes of the key or value. */
    let from = 0;
    for (let at = 0; at < chunk.length;) {
      if (reading === undefined) {
        const byte = chunk[at]!;
        if (!isSpace(byte)) reading = structure.step(byte);
        if (reading !== undefined) scanner.begin(byte);
        from = at;
        at += 1;
        continue;
      }
      const end = scanner.endIn(chunk, at);
      if (end === undefined) break;
      bytes.add(chunk.subarray(from, end));
      const text = bytes.end();
      if (reading === 'value') yield { key, text };
      else key = text === undefined ? '' : String(JSON.parse(text));
      reading = undefined;
      at = end;
    }
    if (reading !== undefined) bytes.add(chunk.subarray(from));
  }
  if (!structure.ended()) throw broken();
}
