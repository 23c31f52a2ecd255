import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Figure, figure, percentile } from './figure.ts';
import { libraryStage, runTool } from './library.ts';
import { signIn } from './stage.ts';

const messages = 1_000_000;
const chats = 100_000;
const rounds = 6;
const pages = 200;

interface Page {
  readonly chats: readonly { readonly lastUpdate: string }[];
}

/** Searches and the pages of the list, as the browser asks for them, of a person who owns half of a million messages. */
export const search = async (say: (text: string) => void): Promise<Figure[]> => {
  const product = await libraryStage(say, (data) => {
    say(`Writing ${messages.toLocaleString('en')} messages …`);
    runTool('fill-library', ['--data', data, '--messages', String(messages), '--chats', String(chats)]);
  });
  try {
    const cookie = await signIn(product.url);
    const ask = async (path: string): Promise<{ took: number; body: Page }> => {
      const since = performance.now();
      const response = await fetch(`${product.url}/api${path}`, { headers: { cookie } });
      if (!response.ok) throw new Error(`${path} was answered with ${response.status}.`);
      const body = (await response.json()) as Page;
      return { took: performance.now() - since, body };
    };
    const terms = JSON.parse(readFileSync(join(product.data, 'terms.json'), 'utf8')) as string[];
    const searches = new Map<string, number[]>(terms.map((term) => [term, []]));
    for (let round = 0; round <= rounds; round += 1)
      for (const [term, times] of searches) {
        const { took } = await ask(`/searchChatMessages?${new URLSearchParams({ searchTerm: term })}`);
        // The first time the pages of the database come from the disk.
        if (round > 0) times.push(took);
      }
    const lists: number[] = [];
    let cursor = '';
    for (let page = 0; page < pages; page += 1) {
      const { took, body } = await ask(`/globalChats${cursor && `?lastUpdateTimestamp=${cursor}`}`);
      lists.push(took);
      cursor = body.chats.at(-1)?.lastUpdate ?? '';
    }
    const all = [...searches.values()].flat();
    return [
      figure('p95 of a search, half of 1,000,000 messages', percentile(all, 0.95), 'ms', 100),
      figure('median of a search', percentile(all, 0.5), 'ms'),
      figure(`p95 of a page of the list, ${chats.toLocaleString('en')} chats`, percentile(lists, 0.95), 'ms', 50),
      ...[...searches].map(([term, times]) => figure(`median for “${term}”`, percentile(times, 0.5), 'ms')),
    ];
  } finally {
    await product.end();
  }
};
