import { describe, expect, it } from 'vitest';
import { cleanTitle, titleFrom } from './title.ts';

describe('titles', () => {
  it.each([
    ['Please write me a poem about the sea, in four lines.', 'A poem about the sea, in'],
    ['can you explain **monads**?', 'Monads'],
    ['what is the capital of France?', 'What is the capital of France'],
    ['Hello', 'Hello'],
    ['   \n', ''],
    ['x'.repeat(300), `X${'x'.repeat(59)}`],
  ])('make of %j the title %j', (prompt, title) => {
    expect(titleFrom(prompt)).toBe(title);
  });

  it.each([
    ['"A Poem of the Sea."\n\nMore', 'A Poem of the Sea'],
    ['Title: **Monads**', 'Monads'],
    ['# Sea', 'Sea'],
  ])('of a model lose quotes, markup and labels: %j', (answer, title) => {
    expect(cleanTitle(answer)).toBe(title);
  });
});
