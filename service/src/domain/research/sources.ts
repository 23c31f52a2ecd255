import { randomBytes } from 'node:crypto';
import type { ModelFile } from '../../ports/model.ts';
import { excerpt } from '../chats/excerpt.ts';
import { shareOut } from '../chats/share-out.ts';
import { pictureTokens } from '../context/picture-tokens.ts';
import { isInSystemPrompt } from '../context/request-texts.ts';
import { type CountTokens, tokensOf } from '../context/tokens.ts';
import { bounds } from './bounds.ts';

/** A page or file that was read for an answer. */
export interface Source {
  readonly title: string;
  /** Undefined for a file. */
  readonly url?: string;
  readonly text: string;
  /** Whether the text is already shorter than the original. */
  readonly cut?: boolean;
}

const oneLine = (text: string): string =>
  text
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 200);

/** An address that becomes a link by itself, or a sign of Markdown or of a formula. */
const markup = /(?:(?:https?|ftp):\/\/|www\.)[^\s`]+|[^\s`@]+@[^\s`]+|[\\`*_[\]<>|!$~&]/gi;

/** A stranger's words as Markdown that shows only words. */
export const plainWords = (text: string): string =>
  text.replaceAll(markup, (found) => (found.length > 1 ? `\`${found}\`` : `\\${found}`));

/** The documents among the files. */
export const fileSources = (files: readonly ModelFile[] = []): Source[] =>
  files.flatMap(({ name, document }) => (document?.text ? [{ title: oneLine(name), text: document.text }] : []));

export const pageSource = (url: string, title: string, text: string, cut = false): Source => ({
  url,
  title: oneLine(title),
  text,
  cut,
});

/** The tokens that the documents of a message may take, so that a research finds room for pages beside them. */
export const shareOfDocuments = (tokens: number | undefined): number | undefined =>
  tokens === undefined ? undefined : Math.floor(tokens / 2);

/** Stands for the mark that delimits sources where their tokens are counted: no mark takes more. */
const longestMark = '0'.repeat(18);

/**
 * The tokens that the sources of a research may take, its documents among them, of the `tokens` that documents and
 * pictures may take. Without pages of the web, only the documents are sources. Documents of an agent and a collection are also in the
 * system prompt.
 */
export const sourceTokens = (
  tokens: number | undefined,
  files: readonly ModelFile[],
  count: CountTokens,
  readsWeb: boolean,
  mostPictureTokens = 0,
): number | undefined => {
  if (tokens === undefined) return undefined;
  const pictures = Math.min(pictureTokens(files), mostPictureTokens);
  const used = files
    .filter(isInSystemPrompt)
    .reduce((sum, { document }) => sum + (document?.text ? count(document.text) : 0), 0);
  const most = Math.min(tokens - used - pictures, bounds.sourceTokens);
  return readsWeb ? most : Math.min(most, tokensOf(fenced(fileSources(files), longestMark)));
};

/** The sources within `room` characters and, with their titles and addresses, `tokens`: each with the parts that match the question best. */
export const withinRoom = (
  sources: readonly Source[],
  question: string,
  tokens: number = bounds.sourceTokens,
  room: number = bounds.sources,
): Source[] => {
  const requests = sources.map(({ text }) => Math.min(text.length, bounds.source));
  const shares = shareOut(requests, room);
  const given = sources.map((source, index) => ({ ...source, text: excerpt(source.text, question, shares[index]!) }));
  const used = tokensOf(fenced(given, longestMark));
  const characters = given.reduce((sum, { text }) => sum + text.length, 0);
  if (used <= tokens || characters === 0) return given;
  return withinRoom(sources, question, tokens, Math.floor(Math.min(room, characters) * (tokens / used) * 0.95));
};

/** The sources as delimited data. A page cannot forge the delimiter, because it is random. */
export const fenced = (sources: readonly Source[], mark = randomBytes(9).toString('hex')): string =>
  sources
    .map(
      ({ title, url, text }, index) =>
        `=== SOURCE ${index + 1} BEGINS (${mark}) ===\nTitle: ${title}${url ? `\nAddress: ${url}` : ''}\n\n` +
        `${text.replaceAll(mark, '')}\n=== SOURCE ${index + 1} ENDS (${mark}) ===`,
    )
    .join('\n\n');
