import { readableName } from './given-name.ts';
import { emptyFiles, filesTooLarge, roundedUp, tooLargeTogether, unsupportedFiles } from './sentences.ts';
import { upload } from './constants.ts';

const megabyte = 1024 * 1024;
/** Megabytes with at most two decimals. */
export const megabytes = (bytes: number): string => String(Number((bytes / megabyte).toFixed(2)));

const office = 'application/vnd.openxmlformats-officedocument.';
const allowed = [
  'image/*',
  'text/*',
  'application/pdf',
  'application/json',
  'application/xml',
  'application/x-*',
  `${office}wordprocessingml.document`,
  `${office}presentationml.presentation`,
  `${office}spreadsheetml.sheet`,
];
/** x- types that contain no text, unlike the many others. */
const binary =
  /^application\/x-.*(zip|compress|rar|tar|7z|ms-?dos|msdownload|dosexec|executable|iso|bzip|xz|flash|font)/;

/** Types by file extension, for files that browsers leave without a type or with a wrong one. */
const endings: Readonly<Record<string, string>> = {
  heic: 'image/heic',
  heif: 'image/heif',
  pdf: 'application/pdf',
  docx: `${office}wordprocessingml.document`,
  pptx: `${office}presentationml.presentation`,
  xlsx: `${office}spreadsheetml.sheet`,
  xml: 'text/xml',
  json: 'application/json',
};
const texts =
  /^(txt|md|markdown|csv|tsv|log|ya?ml|toml|ini|env|sql|sh|bash|py|rb|go|rs|java|kt|swift|php|c|h|cc|cpp|hpp|cs|[cm]?[jt]sx?|vue|css|scss|html?|tex|srt|vtt)$/;

const endingOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** The media type of a file, from its browser or from its name. Empty if neither is known. */
export const typeOf = ({ name, type }: Pick<File, 'name' | 'type'>): string => {
  const [bare = ''] = type.toLowerCase().split(';');
  const ending = endingOf(name);
  if (texts.test(ending) && !bare.startsWith('text/')) return 'text/plain';
  return bare === '' || bare === 'application/octet-stream' ? (endings[ending] ?? bare) : bare;
};

const matches = (type: string, pattern: string): boolean =>
  pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern;
const isAllowed = (type: string): boolean =>
  type !== '' && !binary.test(type) && allowed.some((pattern) => matches(type, pattern));

/** A file to upload, with the name and type that it gets. */
export interface Accepted {
  readonly name: string;
  readonly type: string;
  readonly file: File;
  /** The file's own name, if it gets another. */
  readonly originalName?: string;
}

const isText = (type: string): boolean =>
  (type.startsWith('text/') && type !== 'text/xml') || type === 'application/json' || type.startsWith('application/x-');

/** Text, json and x- types become .txt (B5.14). */
const accept = (file: File): Accepted => {
  const type = typeOf(file);
  const chosen = readableName(file.name);
  if (!isText(type)) return { name: chosen, type, file };
  const name = `${chosen.replace(/\.[^.]+$/, '')}.txt`;
  return { name, type: 'text/plain', file, ...(name === chosen ? {} : { originalName: chosen }) };
};

const namesOf = (files: readonly File[]): string[] => files.map(({ name }) => readableName(name));

/**
 * Which files may be attached when `present` bytes are attached already, and sentences about the others (B5.10 to
 * B5.13). If all together are too large, none is accepted.
 */
export const validate = (
  files: readonly File[],
  present: number,
): { readonly accepted: readonly Accepted[]; readonly problems: readonly string[] } => {
  const large = files.filter(({ size }) => size > upload.perFile);
  const strange = files.filter((file) => !isAllowed(typeOf(file)));
  const empty = files.filter((file) => file.size === 0 && !strange.includes(file));
  const good = files.filter((file) => !large.includes(file) && !strange.includes(file) && !empty.includes(file));
  const total = good.reduce((sum, { size }) => sum + size, present);
  const problems = [
    ...(large.length > 0 ? [filesTooLarge(namesOf(large))] : []),
    ...(strange.length > 0 ? [unsupportedFiles(namesOf(strange))] : []),
    ...(empty.length > 0 ? [emptyFiles(namesOf(empty))] : []),
  ];
  if (total <= upload.total) return { accepted: good.map(accept), problems };
  return { accepted: [], problems: [...problems, tooLargeTogether(roundedUp(total))] };
};

export type SizeLevel = 'fine' | 'warning' | 'error';

/** How close the attachments of a message are to the limit (B5.16). */
export const sizeLevel = (bytes: number): SizeLevel => {
  const part = bytes / upload.total;
  if (part >= upload.errorAt) return 'error';
  return part >= upload.warnAt ? 'warning' : 'fine';
};
