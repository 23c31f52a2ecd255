const containers = new Set(['moov', 'trak', 'mdia', 'moof', 'traf']);

/** A time of 4 bytes, or of 8 in a box of version 1. */
const time = (body: Buffer, at: number, long: boolean): number =>
  long ? Number(body.readBigUInt64BE(at)) : body.readUInt32BE(at);

/** The duration of a recording in seconds, from its header or else its last fragment; undefined if neither has it. */
export const mp4Seconds = (bytes: Buffer): number | undefined => {
  let declared = 0;
  let scale = 0;
  let last = 0;
  for (let at = 0; at + 8 <= bytes.length;) {
    const size = bytes.readUInt32BE(at);
    const name = bytes.toString('latin1', at + 4, at + 8);
    if (containers.has(name)) {
      at += 8;
      continue;
    }
    const body = bytes.subarray(at + 8, at + size);
    const long = body[0] === 1;
    if (name === 'mvhd' && body.length >= 32)
      declared = time(body, long ? 24 : 16, long) / body.readUInt32BE(long ? 20 : 12);
    else if (name === 'mdhd' && body.length >= 24) scale = body.readUInt32BE(long ? 20 : 12);
    else if (name === 'tfdt' && body.length >= (long ? 12 : 8)) last = Math.max(last, time(body, 4, long));
    if (size < 8) break;
    at += size;
  }
  if (declared > 0 && Number.isFinite(declared)) return declared;
  return scale > 0 && last > 0 ? last / scale : undefined;
};
