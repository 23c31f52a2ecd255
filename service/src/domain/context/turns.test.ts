import { describe, expect, it } from 'vitest';
import { tokensOf } from './tokens.ts';
import { type Exchange, fitTurns } from './turns.ts';

const exchange = (id: string, prompt = 10, content = 10): Exchange => ({
  id,
  createdDate: new Date(`2026-11-22T10:0${id}:00Z`),
  prompt: `ask${id} ${'word '.repeat(prompt)}end`,
  content: `say${id} ${'word '.repeat(content)}end`,
});
const fit = (oldestFirst: readonly Exchange[], budget: number, branch = oldestFirst.map(({ id }) => id)) =>
  fitTurns(oldestFirst.toReversed(), branch, budget);
const begins = ({ turns }: ReturnType<typeof fit>) => turns.map(({ content }) => content.slice(0, 4));
const total = ({ turns }: ReturnType<typeof fit>) => turns.reduce((sum, { content }) => sum + tokensOf(content), 0);

describe('the turns of a chat', () => {
  it('are all of it if it fits, oldest first', () => {
    const fitted = fit([exchange('1'), exchange('2')], 1000);
    expect(begins(fitted)).toEqual(['ask1', 'say1', 'ask2', 'say2']);
    expect(fitted.turns.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant']);
    expect(fitted.omissions).toEqual([]);
    expect(fit([], 1000)).toEqual({ turns: [], given: [], omissions: [] });
  });

  it('are the newest if they do not all fit, with how many of the first are left out', () => {
    const all = Array.from({ length: 9 }, (_, index) => exchange(String(index + 1), 40, 40));
    const fitted = fit(all, 450);
    expect(begins(fitted).slice(-4)).toEqual(['ask8', 'say8', 'ask9', 'say9']);
    expect(total(fitted)).toBeLessThanOrEqual(450);
    const sent = fitted.turns.length / 2;
    expect(fitted.omissions[0]).toEqual({ kind: 'messages-left-out', count: 9 - sent });
  });

  it('contain part of a message that is longer than the window, and those before it', () => {
    const fitted = fit([exchange('1'), exchange('2', 100_000), exchange('3')], 5000);
    expect(begins(fitted)).toEqual(['ask1', 'say1', 'ask2', 'say2', 'ask3', 'say3']);
    expect(fitted.turns[2]!.content).toMatch(/^ask2 word .*is left out here.* word end$/s);
    expect(fitted.omissions).toEqual([{ kind: 'message-cut', at: '2026-11-22T10:02:00.000Z' }]);
    expect(total(fitted)).toBeLessThanOrEqual(5000);
  });

  it('contain part of a long answer with its whole question', () => {
    const one = exchange('1', 50, 100_000);
    const fitted = fit([one], 5000);
    expect(fitted.turns[0]!.content).toBe(one.prompt);
    expect(fitted.turns[1]!.content).toMatch(/^say1 word .*is left out here.* word end$/s);
    expect(total(fitted)).toBeGreaterThan(4000);
    expect(fitted.omissions).toEqual([{ kind: 'answer-cut', at: '2026-11-22T10:01:00.000Z' }]);
  });

  it('count the messages without an answer, and are all left out if nothing fits', () => {
    expect(fit([exchange('1'), exchange('3')], 1000, ['1', '2', '3']).omissions).toEqual([
      { kind: 'unanswered-left-out', count: 1 },
    ]);
    expect(fit([], 1000, ['1', '2']).omissions).toEqual([{ kind: 'unanswered-left-out', count: 2 }]);
    expect(fit([exchange('1', 900)], 100).omissions).toEqual([{ kind: 'messages-left-out', count: 1 }]);
  });
});
