import * as z from 'zod';
import { storable } from '../text.ts';

/** The most sources of an answer. */
export const maxSources = 200;
/** The most characters of the address of one. */
const maxAddress = 2048;

const link = z
  .looseObject({ url: z.string().nullish().catch(null) })
  .nullable()
  .catch(null);
const links = z.array(link).nullish().catch(null);

/** The fields of a message of ChatGPT's export that name web pages: as of today, and those of its first browser. */
export const sourceFields = {
  content_references: z
    .array(
      z
        .looseObject({ url: z.string().nullish().catch(null), items: links, sources: links })
        .nullable()
        .catch(null),
    )
    .nullish()
    .catch(null),
  citations: z
    .array(z.looseObject({ metadata: link.optional() }).nullable().catch(null))
    .nullish()
    .catch(null),
};
const fields = z.object(sourceFields);

/** The addresses of web pages among `urls`, each once. */
export const webSources = (urls: readonly (string | null | undefined)[]): string[] => {
  const pages = urls.flatMap((url) => (url && /^https?:\/\//i.test(url) && url.length <= maxAddress ? url : []));
  return [...new Set(pages.map(storable))].slice(0, maxSources);
};

/** The web pages that a message of ChatGPT's export refers to. */
export const sourcesOf = ({ content_references: references, citations }: z.infer<typeof fields>): string[] =>
  webSources([
    ...(references ?? []).flatMap((one) => [
      one?.url,
      ...(one?.items ?? []).map((item) => item?.url),
      ...(one?.sources ?? []).map((source) => source?.url),
    ]),
    ...(citations ?? []).map((one) => one?.metadata?.url),
  ]);
