import type { ReplyItem } from '@atrium/shared-kernel/contracts/entities/stream';
import { median } from 'simple-statistics';
import { type Figure, figure } from './figure.ts';
import { modelAnswer, startModel } from './model-server.ts';
import { sendPrompt, linesOf, post } from './reply-lines.ts';
import { signIn, stage } from './stage.ts';

const rounds = 40;
const replies = 500;
const words = 100;
const everyMs = 50;

/** Milliseconds until the first line that matches. The remaining lines are read to the end. */
const firstLine = async (send: () => Promise<Response>, wanted: (line: string) => boolean): Promise<number> => {
  const since = performance.now();
  let first = Infinity;
  for await (const line of linesOf(await send()))
    if (first === Infinity && wanted(line)) first = performance.now() - since;
  return first;
};

const firstBytes = async (log: (text: string) => void): Promise<Figure[]> => {
  const model = await startModel('--words', '5');
  const product = await stage(log, { MODEL_BASE_URL: model.url, MODEL_NAME: 'upstream-model' });
  try {
    const cookie = await signIn(product.url);
    const direct: number[] = [];
    const through: number[] = [];
    const body = { model: 'upstream-model', stream: true, messages: [{ role: 'user', content: 'Hello' }] };
    for (let round = 0; round <= rounds; round += 1) {
      const straight = await firstLine(
        () => post(`${model.url}/chat/completions`, body),
        (line) => /"content":"[^"]/.test(line),
      );
      const composed = await firstLine(
        () => sendPrompt(product.url, cookie, 'Hello'),
        (line) => (JSON.parse(line) as ReplyItem).type === 'text',
      );
      if (round === 0) continue;
      direct.push(straight);
      through.push(composed);
    }
    return [
      figure('first streamed text over a direct call (ratio)', median(through) / median(direct), ''),
      figure('first streamed text, direct call (median)', median(direct), 'ms'),
      figure('first streamed text, through edge and service (median)', median(through), 'ms'),
    ];
  } finally {
    await product.end();
    model.stop();
  }
};

interface Outcome {
  readonly complete: boolean;
  readonly lost: number;
}

const follow = async (origin: string, cookie: string, prompt: string): Promise<Outcome> => {
  const expected = modelAnswer(prompt, words);
  let text = '';
  let last = 0;
  let lost = 0;
  let ended = false;
  for await (const line of linesOf(await sendPrompt(origin, cookie, prompt))) {
    const item = JSON.parse(line) as ReplyItem;
    lost += Math.max(0, item.seq - last - 1);
    last = item.seq;
    if (item.type === 'text') text += item.text;
    if (item.type === 'textFinal') text = item.text;
    if (item.type === 'end') ended = item.outcome === 'complete';
  }
  return { complete: ended && text.trim() === expected.trim(), lost };
};

const manyReplies = async (log: (text: string) => void): Promise<Figure[]> => {
  const model = await startModel('--mode', 'slow', '--delay', String(everyMs), '--words', String(words));
  const product = await stage(log, { MODEL_BASE_URL: model.url, MODEL_NAME: 'upstream-model' });
  try {
    const cookie = await signIn(product.url);
    const since = performance.now();
    const settled = await Promise.allSettled(
      Array.from({ length: replies }, (_, at) => follow(product.url, cookie, `Question ${at}`)),
    );
    const outcomes = settled.map((one) => (one.status === 'fulfilled' ? one.value : { complete: false, lost: 0 }));
    for (const one of settled.filter((result) => result.status === 'rejected').slice(0, 1)) log(String(one.reason));
    return [
      figure(
        `replies of ${replies} that were not complete`,
        outcomes.filter(({ complete }) => !complete).length,
        '',
        0,
      ),
      figure(
        'events lost',
        outcomes.reduce((sum, { lost }) => sum + lost, 0),
        '',
        0,
      ),
      figure(
        `${replies} replies at ${1000 / everyMs} events/s, all ended after`,
        (performance.now() - since) / 1000,
        's',
      ),
    ];
  } finally {
    await product.end();
    model.stop();
  }
};

/** What service and edge add to a model's stream, and whether many streams at once stay complete. */
export const streamOverhead = async (log: (text: string) => void): Promise<Figure[]> => [
  ...(await firstBytes(log)),
  ...(await manyReplies(log)),
];
