import { describe, expect, it } from 'vitest';
import { cleanTitle, titleFrom } from './title.ts';

describe('titles', () => {
  it.each([
    ['Please write me a poem about the sea, in four lines.', 'A poem about the sea, in four lines'],
    ['can you explain **monads**?', 'Monads'],
    ['Explain with a table how tides work', 'Explain with a table how tides work'],
    ['what is the capital of France?', 'What is the capital of France'],
    ['Compare three kinds of tea in a table', 'Compare three kinds of tea in a table'],
    ['Compare three kinds of tea in a table with their taste and price', 'Compare three kinds of tea'],
    ['Code with a table and cite your sources', 'Code with a table and cite your sources'],
    ['Summarise the quarterly numbers for the board of directors', 'Summarise the quarterly numbers'],
    ['Plan a birthday, which will be in the garden of my sister', 'Plan a birthday'],
    ['Name all the people who are the very best of the country', 'Name all the people'],
    ['Draft the letter explaining our very new price of the plan', 'Draft the letter explaining our very new'],
    ['My cat sleeps all day. Is that normal?', 'My cat sleeps all day'],
    ['Is 2.5 better than 3.0 for us? I think so', 'Is 2.5 better than 3.0 for us'],
    ['Hello', 'Hello'],
    ['Hello there', 'Hello there'],
    ['Hi there!', 'Hi there'],
    ['Hey there, can you explain how tides work?', 'How tides work'],
    ['and of the', 'And of the'],
    ['Wie spät ist es in Tokio? Und in Lima?', 'Wie spät ist es in Tokio'],
    ['日本の首都はどこですか。教えてください', '日本の首都はどこですか'],
    ['   \n', ''],
    ['x'.repeat(300), `X${'x'.repeat(59)}`],
  ])('turn %j into the title %j', (prompt, title) => {
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
