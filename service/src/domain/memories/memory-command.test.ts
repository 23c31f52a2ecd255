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
    ['Remember the following:\n- My name is Anna\n- I am allergic to nuts', undefined],
    ['Remember this:\nI like tea.', undefined],
    ['Please remember that: \nI like tea.', undefined],
    ['Remember that these are my names:\nAnna and Ann', undefined],
    ['Remember the following: I like tea.', 'I like tea'],
    ['Remember this.', undefined],
    ['Can you remember what I said yesterday?', undefined],
    ['can you remember where I live', undefined],
    ['Remember why I called?', undefined],
    ['Remember what I say: no nuts', 'What I say: no nuts'],
    ['Remember me?', undefined],
  ])('in %j is %j', (prompt, memory) => {
    expect(memoryIn(prompt)).toBe(memory);
  });
});
