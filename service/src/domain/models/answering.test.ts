import { describe, expect, it, test } from 'vitest';
import { catalogOf, type CatalogModel, type ModelEntry, plainEntry } from '../../ports/model-catalog.ts';
import { ModelFailure } from '../../ports/model-failure.ts';
import type { ModelEvent, ModelRequest } from '../../ports/model.ts';
import type { TokenCounter } from '../context/counting.ts';
import type { Groups } from './access.ts';
import { answering } from './answering.ts';
import { chooseModels } from './choice.ts';

const request: ModelRequest = { system: '', turns: [], prompt: 'Hi', owner: 'a'.repeat(24) };
const text: ModelEvent = { type: 'text', text: 'Yes.' };
const busy = new ModelFailure('busy', 'No.', { passing: true });
const quiet = { warn: () => undefined };

interface Recorder {
  readonly asked: string[];
  readonly replaceable: (boolean | undefined)[];
}
const recorder = (): Recorder => ({ asked: [], replaceable: [] });

const model = (
  id: string,
  steps: (ModelEvent | Error)[],
  recorded: Recorder,
  more: Partial<ModelEntry> & { contextTokens?: number } = {},
): CatalogModel => {
  const { contextTokens, ...facts } = more;
  return {
    entry: { ...plainEntry(id, id.toUpperCase(), `${id}-1`, 'p'), ...facts },
    port: {
      label: id,
      contextTokens,
      name: async () => '',
      improve: async () => '',
      async *reply({ replaceable }) {
        recorded.asked.push(id);
        recorded.replaceable.push(replaceable);
        for (const step of steps) {
          if (step instanceof Error) throw step;
          yield step;
        }
      },
    },
  };
};
const replyOf = (models: CatalogModel[], ids: string[], purpose: 'chat' | 'secure' = 'chat', prompt = 'Hi') =>
  Array.fromAsync(
    answering(catalogOf(models), purpose, quiet)!.reply(
      { ...request, prompt, models: ids },
      new AbortController().signal,
    ),
  );

describe('models that replace one another', () => {
  it('are tried in their order until one answers, and the user is notified', async () => {
    const recorded = recorder();
    const pictures: ModelEvent = { type: 'omission', omission: { kind: 'pictures-off' } };
    const models = [
      model('a', [pictures, busy], recorded),
      model('b', [new ModelFailure('misconfigured', 'Key.')], recorded),
      model('c', [text], recorded),
    ];
    expect(await replyOf(models, ['a', 'b', 'c'])).toEqual([
      { type: 'system', text: '“A” is busy. Asking “B”' },
      { type: 'model', model: 'b' },
      { type: 'omission', omission: { kind: 'model-replaced', names: ['A', 'B'] } },
      { type: 'system', text: '“B” can’t be reached. Asking “C”' },
      { type: 'model', model: 'c' },
      { type: 'omission', omission: { kind: 'model-replaced', names: ['B', 'C'] } },
      text,
    ]);
    expect(recorded).toEqual({ asked: ['a', 'b', 'c'], replaceable: [true, true, false] });
  });

  test.each<[string, (ModelEvent | Error)[], string]>([
    ['once one has spoken', [text, busy], 'No.'],
    ['once one has thought', [{ type: 'thinking', text: 'So' }, busy], 'No.'],
    ['what a provider refused to', [new ModelFailure('refused', 'Not that.')], 'Not that.'],
    ['after a bug', [new Error('A bug.')], 'A bug.'],
  ])('do not answer %s', async (_name, steps, reason) => {
    const recorded = recorder();
    await expect(replyOf([model('a', steps, recorded), model('b', [text], recorded)], ['a', 'b'])).rejects.toThrow(
      reason,
    );
    expect(recorded.asked).toEqual(['a']);
  });

  it('are skipped if the request is longer than their context', async () => {
    const recorded = recorder();
    const models = [
      model('a', [busy], recorded),
      model('b', [text], recorded, { contextTokens: 50 }),
      model('c', [text], recorded),
    ];
    await replyOf(models, ['a', 'b', 'c'], 'chat', 'long '.repeat(400));
    expect(recorded.asked).toEqual(['a', 'c']);
  });

  it('answer whatever was planned for a context that is no larger than theirs', async () => {
    const recorded = recorder();
    const models = [
      model('a', [busy], recorded, { contextTokens: 500 }),
      model('b', [busy], recorded, { contextTokens: 499 }),
      model('c', [text], recorded, { contextTokens: 500 }),
    ];
    await replyOf(models, ['a', 'b', 'c'], 'chat', 'long '.repeat(600));
    expect(recorded.asked).toEqual(['a', 'c']);
  });

  it('answer what fits as they count it themselves, in which a file of an agent stands once', async () => {
    const recorded = recorder();
    const models = [
      model('a', [busy], recorded),
      model('b', [busy], recorded, { contextTokens: 399 }),
      model('c', [text], recorded, { contextTokens: 400 }),
    ];
    const byLetters: TokenCounter = { count: ({ length }) => length, exact: () => true };
    const system = 'The rules. '.repeat(40).slice(0, 398);
    const document = { text: system, characters: 398, words: 80 };
    const files = [{ name: 'rules.txt', type: 'text/plain', size: 398, from: 'agent', document } as const];
    const asked = { ...request, system, files, models: ['a', 'b', 'c'] };
    const replier = answering(catalogOf(models), 'chat', quiet, () => byLetters)!;
    await Array.fromAsync(replier.reply(asked, new AbortController().signal));
    expect(recorded.asked).toEqual(['a', 'c']);
  });
});

it('a picture counts for whether a smaller model can answer, if that model reads pictures', async () => {
  const recorded = recorder();
  const models = [
    model('a', [busy], recorded),
    model('b', [busy], recorded, { contextTokens: 1000 }),
    model('c', [text], recorded, { contextTokens: 1000, takes: [] }),
  ];
  const picture = { width: 500, height: 500, load: async () => Buffer.from('png') };
  const files = [{ name: 'a.png', type: 'image/png', size: 3, from: 'chat', picture } as const];
  const byLetters: TokenCounter = { count: ({ length }) => length, exact: () => true };
  const asked = { ...request, system: 'x'.repeat(900), files, models: ['a', 'b', 'c'] };
  const replier = answering(catalogOf(models), 'chat', quiet, () => byLetters)!;
  await Array.fromAsync(replier.reply(asked, new AbortController().signal));
  expect(recorded.asked).toEqual(['a', 'c']);
});

describe('a secure chat', () => {
  it('uses only models for secure chats, whatever is selected and whichever fails', async () => {
    const recorded = recorder();
    const models = [
      model('open', [text], recorded),
      model('safe', [busy], recorded, { for: ['secure'], fallbacks: ['open', 'spare'] }),
      model('spare', [busy], recorded, { for: ['secure', 'chat'] }),
    ];
    await expect(replyOf(models, ['open', 'safe', 'open', 'spare'], 'secure')).rejects.toThrow('No.');
    await expect(replyOf(models, ['open'], 'secure')).rejects.toThrow('No.');
    expect(recorded.asked).toEqual(['safe', 'spare', 'safe']);
    expect(chooseModels(catalogOf(models), everybody, 'secure', { named: 'open' })).toEqual(['safe', 'spare']);
  });
});

const none = new Set<string>();
const everybody: Groups = { productAdmin: false, plans: none, teams: none, roles: none };

describe('the choice of a model', () => {
  const recorded = recorder();
  const catalog = catalogOf([
    model('fast', [text], recorded, { fallbacks: ['admins', 'yearly'] }),
    model('admins', [text], recorded, { access: { productAdmins: true }, fallbacks: ['fast'] }),
    model('yearly', [text], recorded, { access: { plans: ['year'], roles: ['r'] } }),
    model('team', [text], recorded, { access: { teams: ['t'] } }),
    model('digs', [text], recorded, { for: ['research'] }),
    model('draws', [text], recorded, { for: ['images'], access: { productAdmins: true } }),
  ]);
  const choose = (groups: Partial<Groups>, preference = {}, mode?: 'research' | 'image') =>
    chooseModels(catalog, { ...everybody, ...groups }, mode, preference);

  it('is the first one, with those fallbacks that the user may use', () => {
    expect(choose({})).toEqual(['fast']);
    expect(choose({ productAdmin: true })).toEqual(['fast', 'admins']);
    expect(choose({ plans: new Set(['year']) })).toEqual(['fast', 'yearly']);
  });

  it('refuses a selected model that is unavailable to the user or unknown', () => {
    for (const named of ['admins', 'yearly', 'team', 'digs', 'nothing'])
      expect(() => choose({}, { named }), named).toThrow('not available to you');
    expect(choose({ productAdmin: true }, { named: 'admins' })).toEqual(['admins', 'fast']);
    expect(choose({ roles: new Set(['r']) }, { named: 'yearly' })).toEqual(['yearly']);
    expect(choose({ teams: new Set(['t']) }, { named: 'team' })).toEqual(['team']);
    expect(() => choose({}, {}, 'image')).toThrow('not available to you');
  });

  it('skips a default of a chat, an agent or a team that is unavailable or gone', () => {
    expect(choose({}, { preferred: ['gone', null, 'admins', 'team'] })).toEqual(['fast']);
    expect(choose({ teams: new Set(['t']) }, { preferred: ['gone', 'admins', 'team'] })).toEqual(['team']);
  });

  it('leaves research to models for research', () => {
    expect(choose({}, { named: 'fast' }, 'research')).toEqual(['digs']);
  });
});
