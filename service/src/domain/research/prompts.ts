import { readFileSync } from 'node:fs';

const read = (name: string) => readFileSync(`${import.meta.dirname}/prompts/${name}.md`, 'utf8').trim();

/** The instructions for each step of a research. */
export const prompts = { plan: read('plan'), write: read('write') } as const;
