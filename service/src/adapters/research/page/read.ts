import { Readable } from 'node:stream';
import { unquoted, type WarnLog } from '../../../log.ts';
import type { EgressClient } from '../../../ports/egress.ts';
import type { ExtractionPort } from '../../../ports/extraction.ts';
import { pageTextLimit, type ReadAnswer } from '../../../ports/research.ts';
import type { ReadHtml } from './in-processes.ts';

const declared = /<meta[^>]{1,200}charset\s*=\s*["']?\s*([\w:.-]+)/i;

const decoderFor = (label: string): TextDecoder | undefined => {
  try {
    return new TextDecoder(label);
  } catch {
    // An unknown charset, which browsers ignore too.
    return undefined;
  }
};

/** Decodes a page by the charset in its header, else the one that it declares, else as UTF-8. */
export const decode = (body: Buffer, charset: string | undefined): string => {
  const own = declared.exec(body.subarray(0, 2048).toString('latin1'))?.[1];
  const decoder = [charset, own].map((label) => label && decoderFor(label)).find((found) => found);
  return (decoder || new TextDecoder()).decode(body);
};

const html = ['text/html', 'application/xhtml+xml'] as const;
const pdf = 'application/pdf';
const megabyte = 1024 * 1024;
const limits = {
  types: [...html, 'text/plain', pdf],
  maxBytes: 4 * megabyte,
  timeout: 15_000,
  maxRedirects: 5,
} as const;

export interface PageParts {
  readonly egress: EgressClient;
  readonly extraction: Pick<ExtractionPort, 'read'>;
  readonly readHtml: ReadHtml;
  readonly log?: WarnLog;
}

const nameOf = (url: string): string => new URL(url).hostname;

/** Resolves once `signal` is aborted. */
const abortOf = (signal: AbortSignal): Promise<undefined> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    else signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });

/** Reads a web page, text or PDF as plain text, until `signal` is aborted. Pages of one owner do not delay those of others. */
export const readPage = async (
  { egress, extraction, readHtml, log }: PageParts,
  address: string,
  signal: AbortSignal,
  owner = '',
): Promise<ReadAnswer> => {
  const answer = await egress.get(address, limits, signal);
  if (!answer.ok) return { ok: false, reason: answer.reason };
  const { url, type, charset, body } = answer;

  const read = async (): Promise<{ title: string; text: string } | undefined> => {
    if (type === pdf) {
      const reading = await extraction.read(Readable.from([body]), { owner, signal });
      return reading.kind === 'document' ? { title: '', text: reading.text } : undefined;
    }
    const decoded = decode(body, charset);
    return type === 'text/plain' ? { title: '', text: decoded.trim() } : readHtml(decoded, signal, owner);
  };

  const reading = read().catch((error: unknown) => {
    log?.warn({ cause: unquoted(error) }, 'A page could not be read.');
    return undefined;
  });
  const page = await Promise.race([reading, abortOf(signal)]);
  if (signal.aborted) return { ok: false, reason: 'aborted' };
  if (!page || page.text === '') return { ok: false, reason: 'empty' };
  const { title, text } = page;
  return {
    ok: true,
    url,
    title: title || nameOf(url),
    text: text.slice(0, pageTextLimit),
    cut: text.length > pageTextLimit,
  };
};
