import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mean, median, quantile } from 'simple-statistics';
import { onReference, openFixedQuery } from './calibration.ts';
import { type Figure, figure } from './figure.ts';
import { libraryStage, runTool } from './library.ts';
import { measureRounds } from './rounds.ts';
import { signIn } from './stage.ts';

/** The limits apply to a library of a million messages. */
const judged = 1_000_000;
const messages = Number(process.env['ATRIUM_BENCH_MESSAGES'] ?? judged);
const chats = Math.ceil(messages / 10);
/** Pages of the list that one round requests. */
const pages = 20;

/** What the tool that fills a library reports about the indexes of the search. */
interface Indexes {
  readonly seconds: number;
  readonly megabytes: Readonly<Record<string, number>>;
}

const read = (data: string, file: string): unknown => JSON.parse(readFileSync(join(data, file), 'utf8'));

const indexFigures = ({ seconds, megabytes }: Indexes): Figure[] => [
  figure('building the indexes of the search, here', seconds, 's'),
  ...Object.entries(megabytes).map(([name, size]) => figure(`the index ${name}`, size, 'MB')),
];

interface Page {
  readonly chats: readonly { readonly lastUpdate: string }[];
}

/**
 * Searches and pages of the list, with the browser's own calls, for a user who owns half of a million messages. With
 * ATRIUM_BENCH_MESSAGES it is another number, and the figures are reported without limits.
 */
export const search = async (log: (text: string) => void): Promise<Figure[]> => {
  const product = await libraryStage(log, (data) => {
    log(`Writing ${messages.toLocaleString('en')} messages …`);
    runTool('fill-library', ['--data', data, '--messages', String(messages), '--chats', String(chats)]);
  });
  const query = await openFixedQuery(product.data);
  try {
    const cookie = await signIn(product.url);
    const request = async (path: string): Promise<{ took: number; body: Page }> => {
      const since = performance.now();
      const response = await fetch(`${product.url}/api${path}`, { headers: { cookie } });
      if (!response.ok) throw new Error(`${path} was answered with ${response.status}.`);
      const body = (await response.json()) as Page;
      return { took: performance.now() - since, body };
    };
    const terms = read(product.data, 'terms.json') as string[];
    const searches = new Map<string, number[]>(terms.map((term) => [term, []]));
    let cursor = '';
    const round = async () => {
      const queries: number[] = [];
      const found: number[] = [];
      for (const [term, times] of searches) {
        queries.push(await query.run());
        const { took } = await request(`/searchChatMessages?${new URLSearchParams({ searchTerm: term })}`);
        found.push(took);
        times.push(took);
      }
      const lists: number[] = [];
      for (let page = 0; page < pages; page += 1) {
        const { took, body } = await request(`/globalChats${cursor && `?lastUpdateTimestamp=${cursor}`}`);
        lists.push(took);
        cursor = body.chats.at(-1)?.lastUpdate ?? '';
      }
      const beside = mean(queries);
      return {
        // With so few terms, the 95th percentile is the slowest term.
        search: { value: Math.max(...found), beside },
        list: { value: quantile(lists, 0.95), beside },
      };
    };
    // The first round reads the database's pages from disk, so it is not measured.
    await round();
    for (const times of searches.values()) times.length = 0;
    const figures = await measureRounds(
      {
        figures: {
          search: {
            name: `p95 of a search, half of ${messages.toLocaleString('en')} messages`,
            unit: 'ms',
            limit: messages > judged ? Infinity : 60,
            beside: onReference.query,
          },
          list: {
            name: `p95 of a page of the list, ${chats.toLocaleString('en')} chats`,
            unit: 'ms',
            limit: 50,
            beside: onReference.query,
          },
        },
        rounds: [8, 60],
        seconds: 300,
      },
      round,
    );
    return [
      figures.search,
      figures.list,
      ...indexFigures(read(product.data, 'indexes.json') as Indexes),
      ...[...searches].map(([term, times]) => figure(`median for “${term}”, here`, median(times), 'ms')),
    ];
  } finally {
    await query.end();
    await product.end();
  }
};
