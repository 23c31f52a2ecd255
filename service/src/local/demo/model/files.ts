import type { ModelEvent, ModelFile, ModelRequest } from '../../../ports/model.ts';

const summaryWords = /\b(?:summari[sz]e|summary|sum up|abstract|tl;?dr|zusammenfass\w*|résum\w*)\b/i;
const fileWords = /\b(?:files?|documents?|attach\w*|pdf|uploads?|pictures?|images?|photos?)\b/i;
/** Words of a document that an answer quotes. */
const maxQuoted = 90;

const sizeOf = (bytes: number): string =>
  bytes < 1024
    ? `${bytes} bytes`
    : bytes < 1024 ** 2
      ? `${Math.round(bytes / 1024)} kB`
      : `${(bytes / 1024 ** 2).toFixed(1)} MB`;
const counted = (count: number, one: string): string =>
  `${count.toLocaleString('en-US')} ${one}${count === 1 ? '' : 's'}`;
const plain = (text: string): string => text.replaceAll(/[\\`*_[\]<>|]/g, '\\$&');

const kinds: readonly [RegExp, string, string][] = [
  [/pdf$/, 'PDF', 'page'],
  [/wordprocessingml/, 'Word document', 'page'],
  [/presentationml/, 'presentation', 'slide'],
  [/spreadsheetml/, 'workbook', 'sheet'],
  [/^image\/svg/, 'drawing in SVG', ''],
  [/^image\//, 'picture', ''],
  [/xml$/, 'XML', ''],
];

/** One line about what the model received of a file. */
const line = ({ name, type, size, document, picture }: ModelFile): string => {
  const [, kind, unit] = kinds.find(([pattern]) => pattern.test(type)) ?? [undefined, 'text', ''];
  const facts = [kind, sizeOf(size)];
  if (document?.pages !== undefined && unit) facts.push(counted(document.pages, unit));
  if (document) facts.push(document.characters === 0 ? 'no text' : counted(document.words, 'word'));
  if (picture) facts.push(`${picture.width} × ${picture.height} pixels`);
  return `- **${plain(name)}** (${facts.join(', ')})`;
};

/** The first sentences of a text in one line, without the marks of pages and headings. */
const opening = (text: string): string => {
  const words = text
    .slice(0, 20_000)
    .replaceAll(/^(?:\[Page \d+\]|#+|\||-{3,})\s*/gm, '')
    .split(/\s+/)
    .filter(Boolean);
  const cited = words.slice(0, maxQuoted).join(' ');
  const sentences = cited
    .match(/[^.!?。]+[.!?。]+(?=\s|$)/g)
    ?.slice(0, 3)
    .join('')
    .trim();
  return sentences && sentences.length > 40 ? sentences : `${cited}${words.length > maxQuoted ? '…' : ''}`;
};

const summary = (file: ModelFile): string => {
  const { document } = file;
  if (!document) return `**${plain(file.name)}** is a picture: the demo model cannot see it.`;
  if (document.characters === 0) return `**${plain(file.name)}** holds no text that could be read; it may be a scan.`;
  const cut =
    document.text.length < document.characters
      ? ` Only ${document.text.length.toLocaleString('en-US')} of its ${document.characters.toLocaleString('en-US')} characters were given to the model: its beginning, and what fits the question.`
      : '';
  const length = `The document has ${counted(document.words, 'word')}.${cut}`;
  return `**${plain(file.name)}** begins so:\n\n> ${plain(opening(document.text))}\n\n${length}`;
};

const label = '*The demo model has not understood these files; it shows what a real model would be given.*';

/** The demo model's answer about files that came with the prompt or that it mentions; undefined if there are none. */
export const answerToFiles = ({ prompt, files = [] }: ModelRequest): ModelEvent[] | undefined => {
  const sent = files.filter(({ from }) => from === 'prompt');
  const mentioned = summaryWords.test(prompt) || fileWords.test(prompt);
  const concerned = sent.length > 0 ? sent : mentioned ? files.filter(({ from }) => from !== 'prompt') : [];
  if (concerned.length === 0) return undefined;
  const where = sent.length > 0 ? 'with your message' : 'in this chat';
  const received = `I received ${counted(concerned.length, 'file')} ${where}:\n\n${concerned.map(line).join('\n')}`;
  const parts = summaryWords.test(prompt) ? [received, ...concerned.slice(0, 3).map(summary)] : [received];
  return [
    { type: 'system', text: concerned.length === 1 ? 'Reading the file' : 'Reading the files' },
    { type: 'text', text: [...parts, label].join('\n\n') },
  ];
};
