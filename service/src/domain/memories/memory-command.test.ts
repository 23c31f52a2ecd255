import { describe, expect, it } from 'vitest';
import { memoryIn } from './memory-command.ts';

describe('a request to remember', () => {
  it.each([
    ['Remember that I like tea.', 'I like tea'],
    ['please remember: my cat is called Ada\nand now a poem', 'My cat is called Ada'],
    ['Could you remember I live in Cork?', 'I live in Cork'],
    ['I cannot remember that film', undefined],
    ['Do you remember me?', undefined],
    ['remember', undefined],
  ])('in %j is %j', (prompt, memory) => {
    expect(memoryIn(prompt)).toBe(memory);
  });
});
