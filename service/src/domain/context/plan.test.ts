import { describe, expect, it } from 'vitest';
import { documentTokens, isLong, type Material, planRequest } from './plan.ts';
import { tokensOf } from './tokens.ts';

const words = (count: number) => 'word '.repeat(count);
const exchange = { id: 'a', createdDate: new Date('2026-11-22T10:00:00Z'), prompt: 'Question', content: words(500) };
const material: Material = {
  user: { firstName: 'Ada' },
  memories: ['Likes tea.'],
  now: new Date('2026-11-22T11:00:00Z'),
  prompt: 'And now?',
  exchanges: [exchange],
  branch: ['a'],
  contextTokens: undefined,
};
const size = ({ system, turns, prompt }: ReturnType<typeof planRequest>) =>
  [system, prompt, ...turns.map(({ content }) => content)].reduce((sum, text) => sum + tokensOf(text), 0);

describe('the content of a request', () => {
  it('is everything if it fits', () => {
    const plan = planRequest({ ...material, contextTokens: 4000 });
    expect(plan).toMatchObject({ prompt: 'And now?', omissions: [] });
    expect(plan.system).toContain('Likes tea.');
    expect(plan.turns).toHaveLength(2);
  });

  it('fits into a known context, and names all that is cut', () => {
    const plan = planRequest({
      ...material,
      contextTokens: 4000,
      prompt: `Begin ${words(50_000)}finish`,
      agent: { title: 'Clerk', instruction: `Always ${words(50_000)}never` },
      memories: [`Old ${words(60)}`, ...Array.from({ length: 40 }, () => words(60)), 'Likes tea.'],
    });
    expect(size(plan)).toBeLessThanOrEqual(4000);
    expect(plan.prompt).toMatch(/^Begin word .*left out here.* word finish$/s);
    expect(plan.system).toMatch(/Always word .*left out here.* word never/s);
    expect(plan.system).toContain('Likes tea.');
    expect(plan.system).not.toContain('Old word');
    expect(plan.omissions).toMatchObject([
      { kind: 'prompt-cut' },
      { kind: 'messages-left-out', count: 1 },
      { kind: 'instruction-cut' },
      { kind: 'memories-left-out' },
    ]);
  });

  it('fits into such a context with its documents', () => {
    const text = '河'.repeat(600);
    const document = { text, characters: 600, words: 1 };
    const file = { name: 'a.txt', type: 'text/plain', size: 1800, from: 'prompt', document } as const;
    const plan = planRequest({ ...material, contextTokens: 2000, files: [file] });
    expect(size(plan) + tokensOf(text)).toBeLessThanOrEqual(2000);
    expect(documentTokens(2000)).toBe(1000);
    expect(documentTokens(undefined)).toBeUndefined();
  });

  it('fits into such a context with its pictures, which count for a quarter of it at most', () => {
    const contextTokens = 16_000;
    const long = { ...exchange, content: words(40_000) };
    const pictureOf = (side: number) => ({
      name: `${side}.png`,
      type: 'image/png',
      size: 9,
      from: 'chat' as const,
      picture: { width: side, height: side, load: async () => Buffer.from('png') },
    });
    const planWith = (sides: readonly number[], more: object = {}) =>
      planRequest({ ...material, contextTokens, exchanges: [long], files: sides.map(pictureOf), ...more });
    const plain = planWith([]);
    const two = planWith([750, 4000]);
    expect(size(plain)).toBeGreaterThan(contextTokens - 750 - 1600);
    expect(size(two)).toBeLessThanOrEqual(contextTokens - 750 - 1600);
    expect(two.report.parts).toContainEqual({ kind: 'files', tokens: 2350, count: 2 });
    expect(two.report).toMatchObject({ counted: 'estimate', files: [{ tokens: 750 }, { tokens: 1600 }] });
    const ten = planWith(Array.from({ length: 10 }, () => 4000));
    expect(ten.report.parts).toContainEqual({ kind: 'files', tokens: 4000, count: 10 });
    expect(size(planWith([4000], { mostPictureTokens: 0 }))).toBeGreaterThan(contextTokens - 1600);
  });

  it('assigns half of it to documents, and more if nothing else needs it', () => {
    const beside = { ...material, prompt: 'And now?', exchanges: [] };
    expect(documentTokens(8000, beside)).toBe(6400);
    // Some 2700 tokens of turns and what precedes them.
    const some = documentTokens(8000, { ...beside, exchanges: [{ ...exchange, content: words(1500) }] })!;
    expect(some).toBeGreaterThan(4000);
    expect(some).toBeLessThan(6400);
    const full = { ...beside, exchanges: [exchange, { ...exchange, content: words(20_000) }] };
    expect(documentTokens(8000, full)).toBe(4000);
    expect(documentTokens(8000, { ...beside, agent: { title: '', instruction: words(9000) } })).toBe(4000);
    const text = 'word '.repeat(2200);
    const document = { text, characters: text.length, words: 2200 };
    const file = { name: 'a.txt', type: 'text/plain', size: text.length, from: 'prompt', document } as const;
    const plan = planRequest({ ...material, contextTokens: 8000, files: [file] });
    expect(tokensOf(text)).toBeLessThanOrEqual(documentTokens(8000, material)!);
    expect(plan.omissions).toEqual([]);
  });

  it('is listed file by file, with the pages of passages, except those of an agent', () => {
    const passages = [
      { position: 2, page: 9, text: 'Nine' },
      { position: 5, page: 3, text: 'Three' },
      { position: 6, page: 3, text: 'More' },
    ];
    const document = { text: 'NineThreeMore', characters: 9000, words: 900, pages: 40 };
    const named = (name: string, from: 'prompt' | 'chat' | 'agent' | 'collection') => ({
      name,
      type: 'application/pdf',
      size: 1,
      from,
      document,
    });
    const files = [
      { ...named('long.pdf', 'chat'), url: '/api/objects/a', document: { ...document, passages, passageCount: 80 } },
      named('whole.pdf', 'collection'),
      named('secret.pdf', 'agent'),
    ];
    const { report } = planRequest({ ...material, contextTokens: 4000, files });
    const tokens = tokensOf(document.text);
    expect(report.files).toEqual([
      { name: 'long.pdf', url: '/api/objects/a', tokens, passages: { count: 3, of: 80, pages: [3, 9] } },
      { name: 'whole.pdf', tokens },
    ]);
    expect(planRequest({ ...material, contextTokens: 4000 }).report).not.toHaveProperty('files');
  });

  it('contains a prompt of any length if the model’s window is unknown', () => {
    const prompt = words(100_000);
    expect(planRequest({ ...material, prompt })).toMatchObject({ prompt, omissions: [] });
    const long = { ...exchange, prompt };
    expect(planRequest({ ...material, exchanges: [long] }).omissions).toEqual([
      { kind: 'message-cut', at: '2026-11-22T10:00:00.000Z' },
    ]);
  });

  it('is long from two thirds of it on', () => {
    expect(isLong([{ prompt: 'Hi', content: '河'.repeat(16_000) }], 'More')).toBe(true);
    expect(isLong([{ prompt: 'Hi', content: words(500) }], 'More')).toBe(false);
    expect(isLong([{ prompt: 'Hi', content: words(1500) }], 'More', 2000)).toBe(true);
    expect(isLong([], words(1500), 2000)).toBe(true);
  });
});
