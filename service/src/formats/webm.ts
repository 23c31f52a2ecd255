/** WebM elements that contain others; a streamed recording does not contain their sizes. */
const segment = 0x18538067;
const cluster = 0x1f43b675;
const info = 0x1549a966;
const blockGroup = 0xa0;
const containers = new Set([segment, cluster, info, blockGroup]);
const timestampScale = 0x2ad7b1;
const timestamp = 0xe7;
const simpleBlock = 0xa3;
const block = 0xa1;

/** A number of 1 to 8 bytes whose leading bits encode its length; with `marked` those bits are part of the value. */
const variable = (bytes: Buffer, at: number, marked: boolean): { value: number; length: number } | undefined => {
  const first = bytes[at] ?? 0;
  const length = Math.clz32(first) - 23;
  if (length > 8 || at + length > bytes.length) return undefined;
  let value = marked ? first : first & (0xff >> length);
  for (let index = 1; index < length; index += 1) value = value * 256 + bytes[at + index]!;
  return { value, length };
};

const whole = (bytes: Buffer): number =>
  bytes.length > 0 && bytes.length <= 6 ? bytes.readUIntBE(0, bytes.length) : 0;

/**
 * The duration of a recording in seconds, from its last block, and its audio bytes per second. A truncated recording
 * gives the values of its part.
 */
export const measureWebm = (bytes: Buffer): { seconds: number; rate: number } => {
  let scale = 1_000_000;
  let base = 0;
  let last = 0;
  let sound = 0;
  for (let at = 0; at < bytes.length;) {
    const id = variable(bytes, at, true);
    const size = id && variable(bytes, at + id.length, false);
    if (!size) break;
    const start = at + id.length + size.length;
    at = start;
    if (containers.has(id.value)) continue;
    at = start + size.value;
    const body = bytes.subarray(start, at);
    if (id.value === timestampScale) scale = whole(body);
    else if (id.value === timestamp) base = whole(body);
    else if ((id.value === simpleBlock || id.value === block) && body.length > 4) {
      last = Math.max(last, base + body.readInt16BE(1));
      sound += body.length - 4;
    }
  }
  const seconds = (last * scale) / 1e9;
  return { seconds, rate: seconds > 0 ? sound / seconds : 0 };
};
