/** The kind of a file by its bytes. `two`: it is of two kinds at once. */
export type Kind =
  | 'empty'
  | 'pdf'
  | 'zip'
  | 'legacyOffice'
  | 'png'
  | 'jpeg'
  | 'gif'
  | 'webp'
  | 'heic'
  | 'xml'
  | 'text'
  | 'unknown'
  | 'two';

const starts = (bytes: Buffer, text: string, at = 0): boolean =>
  bytes.toString('latin1', at, at + text.length) === text;
const heicBrands = new Set(['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'hevm', 'hevs', 'mif1', 'msf1']);

const imageOf = (bytes: Buffer): Kind | undefined => {
  if (starts(bytes, '\x89PNG\r\n\x1a\n')) return 'png';
  if (starts(bytes, '\xff\xd8\xff')) return 'jpeg';
  if (starts(bytes, 'GIF87a') || starts(bytes, 'GIF89a')) return 'gif';
  if (starts(bytes, 'RIFF') && starts(bytes, 'WEBP', 8)) return 'webp';
  if (starts(bytes, 'ftyp', 4) && heicBrands.has(bytes.toString('latin1', 8, 12))) return 'heic';
  return undefined;
};

/** Whether the file ends like a ZIP archive: with an end-of-directory record whose comment reaches the last byte. */
const endsAsZip = (bytes: Buffer): boolean => {
  const at = bytes.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  return at > 0 && at + 22 <= bytes.length && at + 22 + bytes.readUInt16LE(at + 20) === bytes.length;
};

/** Whether the bytes are text: UTF-16 with a mark, or hardly any control characters. */
const isText = (head: Buffer): boolean => {
  if (starts(head, '\xff\xfe') || starts(head, '\xfe\xff')) return true;
  let controls = 0;
  for (const byte of head) {
    if (byte === 0) return false;
    if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13 && byte !== 27) controls += 1;
  }
  return controls <= head.length / 100;
};

/** PDF readers search the first kilobyte for the header. Only white space may precede it here. */
const pdfAt = (head: Buffer): number => head.subarray(0, 1024).indexOf('%PDF-', 0, 'latin1');
const onlySpace = (bytes: Buffer): boolean => !/[^\s\xef\xbb\xbf]/.test(bytes.toString('latin1'));

/** The text after its leading comments. */
const withoutComments = (text: string): string => {
  let remainder = text.trimStart();
  while (remainder.startsWith('<!--')) {
    const end = remainder.indexOf('-->');
    if (end < 0) return '';
    remainder = remainder.slice(end + 3).trimStart();
  }
  return remainder;
};

/** Detects the kind by the content alone, never by a name or a declared type. */
export const sniff = (bytes: Buffer): Kind => {
  if (bytes.length === 0) return 'empty';
  const head = bytes.subarray(0, 64 * 1024);
  const image = imageOf(head);
  const pdf = pdfAt(head);
  const zip = starts(head, 'PK\x03\x04') || starts(head, 'PK\x05\x06');
  if (pdf >= 0 && !onlySpace(head.subarray(0, pdf))) return 'two';
  if (!zip && (image !== undefined || pdf >= 0) && endsAsZip(bytes)) return 'two';
  if (pdf >= 0) return 'pdf';
  if (image) return image;
  if (zip) return 'zip';
  if (starts(head, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return 'legacyOffice';
  if (!isText(head)) return 'unknown';
  const text = withoutComments(head.toString('utf8').replace(/^\uFEFF/, ''));
  if (text === '' && onlySpace(bytes)) return 'empty';
  return text.startsWith('<?xml') || /^<(?:!DOCTYPE\s+)?svg\b/i.test(text) ? 'xml' : 'text';
};
