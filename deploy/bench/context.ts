import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { quantile } from 'simple-statistics';
import { workspace } from '../release/data-folder.ts';
import { onReference, openFixedQuery } from './calibration.ts';
import { startDatabase } from './concurrent-database.ts';
import { type Instance, startInstance } from './concurrent-service.ts';
import { converse, type Person, type SentFile, uploadFile } from './conversation.ts';
import { type Figure, figure } from './figure.ts';
import { startModel } from './model-server.ts';
import { measureRounds } from './rounds.ts';
import { signIn } from './stage.ts';

const exchanges = 2000;
const files = 20;
/** Prompts that one round sends to the long chat, and to a new chat. */
const prompts = 40;
/** New replies per second, and for how many seconds of a round. */
const pace = { perSecond: 50, seconds: 4 } as const;
const running = 200;
const account = 'premium@atrium.test';
const origin = 'http://localhost:8080';
const atMost = { planning: 30, first: 60, memory: 1 } as const;
const megabyte = 1024 * 1024;

const entry = (id: string, baseUrl: string) => ({
  id,
  label: id,
  name: 'upstream-model',
  provider: 'openai-compatible',
  baseUrl,
  contextWindow: 131_072,
  maxOutputTokens: 4096,
});

/** A report of a few pages, different for each number. */
const reportOf = (at: number): Buffer =>
  Buffer.from(
    Array.from(
      { length: 120 },
      (_, line) => `Section ${at}.${line}: the pump of basin ${line * at} was inspected, and its seals were renewed.`,
    ).join('\n\n'),
  );

const uploadAll = async (person: Person): Promise<SentFile[]> => {
  const sent: SentFile[] = [];
  for (let at = 1; at <= files; at += 1)
    sent.push(await uploadFile(person, `report-${at}.txt`, 'text/plain', reportOf(at)));
  return sent;
};

/**
 * Milliseconds until the first word of each prompt. Prompts are sent one after another, each at the same position of
 * the chat.
 */
const promptOneByOne = async (person: Person, id: string): Promise<number[]> => {
  const times: number[] = [];
  let replaces: string | undefined;
  for (let at = 0; at < prompts; at += 1) {
    const prompt = `What does section ${at} say of the pump?`;
    const answer = await converse(person, { id, prompt, model: 'quick', replaces });
    replaces = answer.message;
    times.push(answer.first);
  }
  return times;
};

/**
 * The same for prompts that are sent at an even rate, each in a new chat, whether or not earlier ones were answered.
 */
const promptEvenly = async (person: Person): Promise<number[]> => {
  const answer = Array.from({ length: pace.perSecond * pace.seconds }, async (_, at) => {
    await pause((at * 1000) / pace.perSecond);
    const { first } = await converse(person, { prompt: `Question ${at}`, model: 'quick' });
    return first;
  });
  return Promise.all(answer);
};

/** Megabytes of memory per running reply. */
const memoryOfReplies = async (person: Person, instance: Instance): Promise<number> => {
  await converse(person, { prompt: 'Warm up', model: 'slow' });
  const before = await instance.collected();
  const replies = Array.from({ length: running }, (_, at) => converse(person, { prompt: `Slow ${at}`, model: 'slow' }));
  await pause(6000);
  const after = await instance.collected();
  await Promise.all(replies);
  return Math.max(0, (after - before) / running / megabyte);
};

/**
 * What it costs to plan the context in a chat of 2,000 messages with 20 files, and how long users wait for the first
 * word.
 */
export const context = async (log: (text: string) => void): Promise<Figure[]> => {
  const quick = await startModel('--words', '5');
  const slow = await startModel('--mode', 'slow', '--delay', '200', '--words', '80');
  const database = await startDatabase();
  const query = await openFixedQuery(database.url);
  let instance: Instance | undefined;
  try {
    instance = await startInstance({
      DATABASE_URL: database.url,
      ATRIUM_ORIGIN: origin,
      ATRIUM_SEED: '1',
      ATRIUM_SENDS_PER_MINUTE: '0',
      ATRIUM_REPLIES_AT_ONCE: '0',
      ATRIUM_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
      ATRIUM_MODELS: JSON.stringify([entry('quick', quick.url), entry('slow', slow.url)]),
    });
    const person = { url: instance.url, origin, cookie: await signIn(instance.url, account, origin) };
    log(`Writing ${exchanges} messages and ${files} files …`);
    const tool = join(workspace, 'service/src/testing/long-chat.ts');
    const { stdout } = await promisify(execFile)(process.execPath, [tool, database.url, account, String(exchanges)]);
    const long = stdout.trim();
    await converse(person, { id: long, prompt: 'Read these.', model: 'quick', files: await uploadAll(person) });
    const { chat: fresh } = await converse(person, { prompt: 'Hello', model: 'quick' });
    const memory = await memoryOfReplies(person, instance);
    const { planning, first } = await measureRounds(
      {
        figures: {
          planning: {
            name: `planning with ${exchanges} messages and ${files} files, p95`,
            unit: 'ms',
            limit: atMost.planning,
            beside: onReference.query,
          },
          first: {
            name: `first word at ${pace.perSecond} replies a second, p95`,
            unit: 'ms',
            limit: atMost.first,
            beside: onReference.query,
          },
        },
        rounds: [6, 20],
        seconds: 150,
      },
      async () => {
        const before = await query.run();
        const short = quantile(await promptOneByOne(person, fresh), 0.5);
        const slowest = quantile(await promptOneByOne(person, long), 0.95);
        const beside = (before + (await query.run())) / 2;
        const evenly = quantile(await promptEvenly(person), 0.95);
        return {
          // The time of a prompt in a new chat is not spent on planning, so it is subtracted.
          planning: { value: Math.max(0, slowest - short), beside },
          first: { value: evenly, beside: await query.run() },
        };
      },
    );
    return [planning, first, figure('memory of a running reply', memory, 'MB', atMost.memory)];
  } finally {
    await instance?.end();
    await query.end();
    await database.end();
    quick.stop();
    slow.stop();
  }
};
