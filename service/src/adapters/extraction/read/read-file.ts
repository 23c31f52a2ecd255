import { readFileSync } from 'node:fs';
import { textLimit, type Reading } from '../../../ports/extraction.ts';
import { openArchive } from './archive.ts';
import { readDocx } from './docx.ts';
import { countWords, BoundedText } from './bounded-text.ts';
import { readPdf } from './pdf.ts';
import { isPicture, measure, checkMeasures, type Measures } from './picture.ts';
import { readPptx } from './pptx.ts';
import { sniff } from './sniff.ts';
import { Unreadable } from './unreadable.ts';
import { walkXml } from './walk-xml.ts';
import { readXlsx } from './xlsx.ts';
import jpeg from 'jpeg-js';

const quality = 88;

/** The first picture of a HEIC or HEIF file, turned upright, as JPEG. */
const convertHeic = async (bytes: Uint8Array): Promise<Measures & { readonly jpeg: Uint8Array }> => {
  const { default: libheif } = await import('libheif-js/wasm-bundle.js');
  const [picture] = new libheif.HeifDecoder().decode(bytes);
  if (!picture) throw new Unreadable('broken');
  const measures = checkMeasures({ width: picture.get_width(), height: picture.get_height() });
  const data = new Uint8ClampedArray(measures.width * measures.height * 4);
  await new Promise<void>((resolve, reject) => {
    picture.display({ ...measures, data }, (shown) => (shown ? resolve() : reject(new Unreadable('broken'))));
  });
  return { ...measures, jpeg: jpeg.encode({ ...measures, data }, quality).data };
};

const bytesRead = 16 * 1024 * 1024;

/** Decodes text by its byte order mark, else as UTF-8 if it is valid, else as Windows-1252. At most 16 MB are read. */
const decode = (bytes: Buffer): string => {
  const part = bytes.subarray(0, bytesRead);
  if (part[0] === 0xff && part[1] === 0xfe) return new TextDecoder('utf-16le').decode(part);
  if (part[0] === 0xfe && part[1] === 0xff) return new TextDecoder('utf-16be').decode(part);
  try {
    // A character that is split at the 16 MB limit is not an error.
    return new TextDecoder('utf-8', { fatal: true }).decode(part, { stream: part.length < bytes.length });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return new TextDecoder('windows-1252').decode(part);
  }
};

const office = 'application/vnd.openxmlformats-officedocument.';
const documents = {
  'word/document.xml': {
    type: `${office}wordprocessingml.document`,
    read: (...[archive, output]: Parameters<typeof readDocx>) => {
      output.fill(() => readDocx(archive, output));
      return undefined;
    },
  },
  'ppt/presentation.xml': { type: `${office}presentationml.presentation`, read: readPptx },
  'xl/workbook.xml': { type: `${office}spreadsheetml.sheet`, read: readXlsx },
} as const;

const documentOf = (type: string, output: BoundedText, pages?: number): Reading => {
  const text = output.toString();
  const measured = pages === undefined ? {} : { pages };
  return { kind: 'document', type, text, words: countWords(text), cut: output.cut, ...measured };
};

const readOffice = (bytes: Buffer, output: BoundedText): Reading => {
  const archive = openArchive(bytes);
  const found = Object.entries(documents).filter(([name]) => archive.names.has(name));
  if (found.length > 1) throw new Unreadable('twoKinds');
  const [, document] = found[0] ?? [];
  if (!document || !archive.names.has('[Content_Types].xml')) throw new Unreadable('unsupported');
  return documentOf(document.type, output, document.read(archive, output));
};

/** Office documents with a password use the legacy container format and name their encryption. */
const readLegacy = (bytes: Buffer): never => {
  const encrypted = bytes.includes(Buffer.from('EncryptedPackage', 'utf16le'));
  throw new Unreadable(encrypted ? 'password' : 'legacyOffice');
};

const readText = (type: string, bytes: Buffer, output: BoundedText): Reading =>
  documentOf(
    type,
    output.fill(() => output.add(decode(bytes))),
  );

const readXml = (bytes: Buffer, output: BoundedText): Reading => {
  let root = '';
  walkXml(bytes, { open: (name) => (root ||= name) });
  return readText(root === 'svg' ? 'image/svg+xml' : 'application/xml', bytes, output);
};

const readBytes = async (bytes: Buffer): Promise<Reading> => {
  const output = new BoundedText(textLimit);
  const kind = sniff(bytes);
  if (kind === 'pdf') return documentOf('application/pdf', output, await readPdf(bytes, output));
  if (kind === 'zip') return readOffice(bytes, output);
  if (kind === 'xml') return readXml(bytes, output);
  if (kind === 'text') return readText('text/plain', bytes, output);
  if (kind === 'legacyOffice') return readLegacy(bytes);
  if (kind === 'empty') throw new Unreadable('empty');
  if (kind === 'two') throw new Unreadable('twoKinds');
  if (kind === 'heic') {
    const { jpeg, ...measures } = await convertHeic(bytes);
    return { kind: 'image', type: 'image/jpeg', ...measures, converted: jpeg };
  }
  if (isPicture(kind)) return { kind: 'image', type: `image/${kind}`, ...measure(bytes) };
  throw new Unreadable('unsupported');
};

/** Reads the file at `path`. Every expected failure is a reading. */
export const readFile = async (path: string): Promise<Reading> => {
  try {
    return await readBytes(readFileSync(path));
  } catch (error) {
    if (error instanceof Unreadable) return { kind: 'unreadable', reason: error.reason };
    throw error;
  }
};
