import { readFileSync } from 'node:fs';

const read = (name: string) => readFileSync(`${import.meta.dirname}/answers/${name}.md`, 'utf8').trim();

/** The demo model's texts, read once. */
export const library = {
  markdown: read('markdown'),
  table: read('table'),
  cite: read('cite'),
  conversation: read('conversation'),
  paragraphs: read('paragraphs').split('\n\n'),
  document: read('document'),
} as const;

/** Code samples by language, in the order of the file; a sample holds its own fence. */
export const samples: ReadonlyMap<string, string> = new Map(
  read('code')
    .split(/\n\n(?=```)/)
    .map((sample) => [/^```(\w+)/.exec(sample)?.[1] ?? '', sample]),
);

export const citationsOf = (markdown: string): string[] =>
  [...markdown.matchAll(/\[\d+\]\((https:[^)]+)\)/g)].map(([, url]) => url!);
