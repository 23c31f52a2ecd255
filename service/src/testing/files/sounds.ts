const element = (id: string, body: Buffer | readonly Buffer[]): Buffer => {
  const content = Array.isArray(body) ? Buffer.concat(body) : (body as Buffer);
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(content.length) | (1n << 56n));
  return Buffer.concat([Buffer.from(id, 'hex'), size, content]);
};
/** A container of unknown size, as in streamed recordings. */
const open = (id: string, body: readonly Buffer[]): Buffer =>
  Buffer.concat([Buffer.from(id, 'hex'), Buffer.from('01ffffffffffffff', 'hex'), ...body]);
const number = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

/** A voice note as browsers record it: clusters of one second with a block of `bytes` every 20 ms. */
export const webm = (seconds: number, bytes = 160): Buffer => {
  const blocks = (second: number) =>
    Array.from({ length: 50 }, (_, index) => {
      const head = Buffer.alloc(4);
      head[0] = 0x81;
      head.writeInt16BE(index * 20 + (second === seconds - 1 && index === 49 ? 20 : 0), 1);
      return element('a3', Buffer.concat([head, Buffer.alloc(bytes, 7)]));
    });
  const clusters = Array.from({ length: seconds }, (_, second) =>
    open('1f43b675', [element('e7', number(second * 1000)), ...blocks(second)]),
  );
  return Buffer.concat([
    element('1a45dfa3', [element('4282', Buffer.from('webm'))]),
    open('18538067', [element('1549a966', [element('2ad7b1', number(1_000_000))]), ...clusters]),
  ]);
};

const box = (name: string, ...bodies: readonly Buffer[]): Buffer => {
  const length = 8 + bodies.reduce((sum, body) => sum + body.length, 0);
  return Buffer.concat([number(length), Buffer.from(name), ...bodies]);
};
const numbers = (...values: readonly number[]): Buffer => Buffer.concat(values.map(number));

/** A voice note in MP4. Its length is in the header or, if it was streamed, in the last fragment. */
export const mp4 = (seconds: number, streamed = false): Buffer =>
  Buffer.concat([
    box('ftyp', Buffer.from('isom\0\0\0\0isom')),
    box(
      'moov',
      box('mvhd', numbers(0, 0, 0, 1000, streamed ? 0 : seconds * 1000, 0, 0, 0)),
      box('trak', box('mdia', box('mdhd', numbers(0, 0, 0, 48_000, 0, 0)))),
    ),
    ...(streamed ? [1, seconds].map((at) => box('moof', box('traf', box('tfdt', numbers(0, at * 48_000))))) : []),
    box('mdat', Buffer.alloc(64)),
  ]);
