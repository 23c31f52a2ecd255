import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { workspace } from '../release/data-folder.ts';
import { evaluate, isIncluded } from './evaluate.ts';
import { extractiveSummary, wordLength } from './extract.ts';
import { startEvaluated } from './product.ts';
import { type ScriptedModel, startScriptedModel } from './scripted-model.ts';
import { sources, tasksOf } from './sources.ts';
import { belowLimit, percent, sharesOf, tableOf } from './table.ts';
import type { Task } from './task.ts';

interface SummaryText {
  readonly summaryRequest: (wish: {
    readonly written: null;
    readonly text: string;
    readonly exchanges: readonly { readonly prompt: string; readonly content: string }[];
    readonly words: number;
  }) => { readonly system: string; readonly prompt: string };
}

const all = sources();
const tasks = tasksOf(all);
const textsOf = (): Map<Task, string> =>
  new Map(
    [
      ...all.chats.map(({ tasks: own, turns }) => ({
        own,
        text: turns.map((one) => one.prompt + one.answer).join('\n'),
      })),
      ...all.files.map(({ tasks: own, files }) => ({ own, text: files.flatMap(({ pages }) => pages).join('\n') })),
    ].flatMap(({ own, text }) => own.map((task) => [task, text] as const)),
  );

describe('the questions', () => {
  it('are sixty, half of them paraphrased, and the same at every start', () => {
    expect(tasks).toHaveLength(60);
    expect(tasks.filter(({ paraphrased }) => paraphrased)).toHaveLength(30);
    expect(sources()).toEqual(all);
  });

  it('need a fact that occurs once in their source, and in no question', () => {
    for (const [{ needs, says }, text] of textsOf()) {
      expect(says).toContain(needs);
      expect(text.split(needs), needs).toHaveLength(2);
      expect(tasks.filter(({ question }) => question.includes(needs))).toEqual([]);
    }
  });

  it('contain no words of their source if they are paraphrased', () => {
    // Words are compared by their first five letters, since they may differ in their endings. Words of four letters and
    // less are mostly function words.
    const stems = (text: string) =>
      new Set((text.toLowerCase().match(/\p{L}{5,}/gu) ?? []).map((word) => word.slice(0, 5)));
    const small = new Set(['which', 'where', 'there', 'whose', 'about']);
    const shared = tasks
      .filter(({ paraphrased, kind }) => paraphrased && kind !== 'chinese')
      .flatMap(({ question, says }) =>
        [...stems(question)].filter((stem) => stems(says).has(stem) && !small.has(stem)),
      );
    expect(shared).toEqual([]);
  });
});

describe('a request', () => {
  const task: Task = {
    kind: 'chat',
    says: 'It is 4,182\neuros.',
    alike: [],
    question: 'How much?',
    needs: '4,182 euros',
  };

  it('gives what is needed however its lines are broken', () => {
    expect(isIncluded(task, 'They say it is 4,182\neuros in all.')).toBe(true);
    expect(isIncluded(task, 'They say it is 4,183 euros.')).toBe(false);
  });

  it('gives what is to be cited only with its own page before it', () => {
    const cited = { ...task, kind: 'citation' } as const;
    expect(isIncluded(cited, '[Page 7]\nOther.\n[Page 8]\nIt is 4,182 euros.', 8)).toBe(true);
    expect(isIncluded(cited, '[Page 7]\nIt is 4,182 euros.\n[Page 8]', 8)).toBe(false);
    expect(isIncluded(cited, 'It is 4,182 euros.', 8)).toBe(false);
  });
});

it('an extractive summary keeps statements and drops questions', () => {
  const filler = Array.from({ length: 40 }, () => 'Bread needs salt and time.\nHow long does bread rest?').join('\n');
  const summary = extractiveSummary(`${filler}\nOur landlord wants 4,182 euros.\n${filler}`, 60);
  expect(summary).toBe('Bread needs salt and time.\nOur landlord wants 4,182 euros.');
});

it('words are as long as those of their language', () => {
  expect(wordLength('The oven comes in May, and the dough rises slowly today. '.repeat(9))).toBeCloseTo(5.2, 0);
  expect(wordLength('我们租的仓库在青石巷，押金是六千八百元。'.repeat(9))).toBeLessThan(2.5);
});

it('the scripted model summarizes when the service requests it, within the limit', async () => {
  const { summaryRequest } = (await import(
    join(workspace, 'service/src/domain/context/summary-text.ts')
  )) as SummaryText;
  const content = `The oven comes in May. ${'It is warm and the dough rises slowly today. '.repeat(3)}`;
  const request = summaryRequest({ written: null, text: '', exchanges: [{ prompt: 'Hello', content }], words: 5 });
  const model = await startScriptedModel();
  onTestFinished(() => model.close());
  const response = await fetch(`${model.url}/chat/completions`, {
    method: 'POST',
    body: JSON.stringify({
      model: '8k',
      stream: true,
      messages: [
        { role: 'system', content: request.system },
        { role: 'user', content: request.prompt },
      ],
    }),
  });
  expect(await response.text()).toContain('"content":"');
  expect(model.counts).toMatchObject({ summaries: 1, replies: 0 });
});

it('the table has a line for each kind, and the share before in brackets', () => {
  const [chat, file] = [tasks.find(({ kind }) => kind === 'chat')!, tasks.find(({ kind }) => kind === 'file')!];
  const shares = sharesOf([
    { task: chat, window: '8k', found: true },
    { task: file, window: '8k', found: false },
  ]);
  const table = tableOf(shares, { '8k': { all: { questions: 2, found: 2 } } });
  expect(table).toMatch(/^deep in a long chat +1 +100 %$/m);
  expect(table).toMatch(/^all +2 +50 % \(100 %\)$/m);
});

it('a share is below its limit if it falls below the recorded one, or with an embedder below 95 %', () => {
  const of = (found: number, questions = 60) => ({ '8k': { all: { questions, found } } });
  expect(belowLimit(of(41), 'words', of(41))).toEqual([]);
  expect(belowLimit(of(40), 'words', of(41))).toEqual([{ window: '8k', share: 66.7, limit: 68.3 }]);
  expect(belowLimit(of(56), 'embedder', of(50))).toEqual([{ window: '8k', share: 93.3, limit: 95 }]);
  expect(belowLimit(of(57), 'embedder', of(58))).toEqual([{ window: '8k', share: 95, limit: 96.7 }]);
  // With fewer questions, the share that was reached is another one.
  expect(belowLimit(of(10, 30), 'words', of(41))).toEqual([]);
  expect(belowLimit(of(10, 30), 'embedder', {})).toMatchObject([{ limit: 95 }]);
});

describe('the real service', () => {
  let model: ScriptedModel;
  let product: Awaited<ReturnType<typeof startEvaluated>>;
  beforeAll(async () => {
    model = await startScriptedModel();
    product = await startEvaluated(model, false);
  });
  afterAll(async () => {
    await product.end();
    await model.close();
  });

  it('sends what is recent, and passages of a file that share words with the question', async () => {
    const { chats, files } = sources(0.02);
    const chat = { ...chats[0]!, turns: chats[0]!.turns.slice(-3), tasks: [] };
    const [source] = files;
    const worded = source!.tasks.filter(({ kind, paraphrased }) => kind === 'file' && !paraphrased).slice(0, 3);
    const outcomes = await evaluate(
      { ...product, model, window: '8k' },
      { chats: [chat], files: [{ ...source!, tasks: worded }] },
    );
    expect(outcomes.map(({ found }) => found)).toEqual([true, true, true]);
    expect(percent(sharesOf(outcomes)['8k']!['all']!)).toBe(100);
    const request = model.requestWith('8k', worded[0]!.question);
    expect(request).toContain('report.pdf');
  });
});
