import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createCounting } from '../../domain/context/counting.ts';
import { type TextKind, textKinds } from '../../domain/context/estimate.ts';
import type { Factors } from '../../domain/context/factors.ts';
import { tokensOf } from '../../domain/context/tokens.ts';
import type { ModelRequest } from '../../ports/model.ts';
import { plainEntry } from '../../ports/model-catalog.ts';
import { loadOpenAiTokenizer } from './tokenizers.ts';

const english =
  'The harbour master wrote down every ship that came in that night, with its cargo, its captain and the hour at which the pilot went aboard. ';
const german =
  'Trotz steigender Energiekosten konnte der Jahresüberschuss gegenüber dem Vorjahr um dreizehn Prozent gesteigert werden, teilte der Vorstandsvorsitzende mit. ';
const texts: Readonly<Record<string, string>> = {
  English: english.repeat(12),
  German: german.repeat(12),
  Chinese: '昨天下午，政府宣布了一系列新的经济措施，旨在帮助中小企业应对全球经济放缓带来的挑战。'.repeat(20),
  Arabic: 'أعلنت الحكومة بعد ظهر أمس سلسلة من التدابير الاقتصادية الجديدة التي تهدف إلى مساعدة الشركات. '.repeat(15),
  code: readFileSync(join(import.meta.dirname, 'tokenizers.ts'), 'utf8').repeat(2),
};
const request = (text: string): ModelRequest => ({ system: '', turns: [], prompt: text, owner: 'o' });
const log = { error() {}, warn() {} };
const memory = (): Factors => {
  const known = new Map<string, number>();
  return {
    of: (model, kind) => known.get(`${model} ${kind}`) ?? 1,
    put: (model, kind, factor) => void known.set(`${model} ${kind}`, factor),
    sync: async () => {},
    close: async () => {},
  };
};
const entry = (name: string, provider = 'openai') => plainEntry('m', 'M', name, provider);
const counting = (name: string, provider?: string, factors = memory()) =>
  createCounting({
    find: (id) => (id === 'm' ? entry(name, provider) : undefined),
    load: loadOpenAiTokenizer,
    factors,
    log,
  });

describe('the tokenizers of OpenAI', () => {
  it.each(['o200k', 'cl100k'] as const)('%s treats what looks like a control token as text', async (name) => {
    const tokenize = await loadOpenAiTokenizer(name);
    expect(tokenize('a <|endoftext|> b')).toBeGreaterThan(5);
    expect(tokenize('')).toBe(0);
  });

  it('counts very long runs in pieces, and not too low', async () => {
    const tokenize = await loadOpenAiTokenizer('o200k');
    // In one piece this would take minutes.
    expect(tokenize('政'.repeat(50_000))).toBeGreaterThan(20_000);
    const short = '昨天下午政府宣布'.repeat(12);
    expect(tokenize(short.repeat(10))).toBeGreaterThanOrEqual(tokenize(short) * 10 - 10);
  });
});

describe('the tokens of a request', () => {
  it.each([
    ['gpt-4o-mini', 'openai', true],
    ['gpt-4-turbo', 'azure', true],
    ['openai/gpt-oss-20b', 'openai-compatible', true],
    ['llama3', 'openai-compatible', false],
    ['claude-x', 'anthropic', false],
  ])('of %s at %s are counted by a tokenizer: %s %s', async (name, provider, exact) => {
    const models = counting(name, provider);
    models.counterFor('m');
    await expect
      .poll(() => {
        const counter = models.counterFor('m');
        counter.count(english);
        return counter.exact();
      })
      .toBe(exact);
  });

  it('are estimated if tokenizing would take too long, and exact the next time', async () => {
    const models = counting('gpt-4o');
    const tokenize = await loadOpenAiTokenizer('o200k');
    await expect.poll(() => models.counterFor('m').exact()).toBe(true);
    const long = Array.from({ length: 30 }, (_, index) => `${index} ${texts['English']}`);
    const first = models.counterFor('m');
    const sums = long.map((text) => first.count(text));
    expect(first.exact()).toBe(false);
    for (const [index, text] of long.entries()) expect(sums[index]).toBeGreaterThanOrEqual(tokenize(text));
    await expect
      .poll(() => {
        const next = models.counterFor('m');
        for (const text of long) next.count(text);
        return next.exact();
      })
      .toBe(true);
  });
});

describe('the estimate for models with an unknown tokenizer', () => {
  const languages = Object.keys(texts);
  it.each(['o200k', 'cl100k'] as const)(
    'is never low by more than a tenth, whatever %s reported before',
    async (name) => {
      const tokenize = await loadOpenAiTokenizer(name);
      for (const learned of languages) {
        const models = counting('llama3', 'openai-compatible');
        for (let time = 0; time < 60; time += 1)
          models.observe('m', request(texts[learned]!), {
            input: tokenize(texts[learned]!),
            output: 1,
            cached: 0,
            thought: 0,
          });
        for (const language of languages)
          expect(models.counterFor('m').count(texts[language]!), `${language} after ${learned}`).toBeGreaterThanOrEqual(
            tokenize(texts[language]!) * 0.9,
          );
      }
    },
  );

  it('rises at once if a model counts more, falls slowly, and stays within limits', () => {
    const factors = memory();
    const models = counting('llama3', 'openai-compatible', factors);
    const plain = tokensOf(english.repeat(12));
    const observe = (ratio: number) =>
      models.observe('m', request(english.repeat(12)), {
        input: Math.round(plain * ratio),
        output: 1,
        cached: 0,
        thought: 0,
      });
    observe(1.5);
    expect(factors.of('m', 'latin')).toBeGreaterThanOrEqual(1.5);
    observe(0.1);
    expect(factors.of('m', 'latin')).toBeGreaterThan(1.3);
    for (let time = 0; time < 100; time += 1) observe(0.1);
    expect(factors.of('m', 'latin')).toBeCloseTo(0.85, 1);
    observe(100);
    expect(factors.of('m', 'latin')).toBe(4);
  });

  it('counts a file of an agent once, because its text is in the system prompt', () => {
    const factors = memory();
    const models = counting('llama3', 'openai-compatible', factors);
    const [text, system] = [english.repeat(12), `These files belong to your instruction:\n${english.repeat(12)}`];
    const document = { text, characters: text.length, words: 300 };
    const files = (['agent', 'collection'] as const).map((from) => {
      return { name: 'a.txt', type: 'text/plain', size: 1, from, document };
    });
    const used = { input: tokensOf(system) + tokensOf('Hi'), output: 1, cached: 0, thought: 0 };
    for (let time = 0; time < 30; time += 1) models.observe('m', { ...request('Hi'), system, files }, used);
    expect(factors.of('m', 'latin')).toBeCloseTo(1, 1);
  });

  it('learns nothing from a request that is short, mixed, or contains pictures', () => {
    const put: TextKind[] = [];
    const models = counting('llama3', 'openai-compatible', { ...memory(), put: (_model, kind) => void put.push(kind) });
    const usage = { input: 5000, output: 1, cached: 0, thought: 0 };
    models.observe('m', request('Hi'), usage);
    models.observe('m', { ...request(texts['English']!), system: texts['Chinese']! }, usage);
    const picture = { width: 1, height: 1, load: async () => new Uint8Array() };
    const file = { name: 'a.png', type: 'image/png', size: 1, from: 'prompt', picture } as const;
    models.observe('m', { ...request(texts['English']!), files: [file] }, usage);
    models.observe('other', request(texts['English']!), usage);
    expect(put).toEqual([]);
    for (const language of languages) models.observe('m', request(texts[language]!), usage);
    expect(put).toEqual(['latin', 'latin', 'cjk', 'arabic', 'code']);
    expect(textKinds).toEqual(expect.arrayContaining(put));
  });
});
