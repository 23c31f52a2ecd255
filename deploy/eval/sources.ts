import { promptOf, proseOf } from './prose.ts';
import { randomFrom } from './random.ts';
import type { Task, Vocabulary } from './task.ts';
import { arabic, arabicChatTasks, arabicFileTasks } from './texts/arabic.ts';
import { bakery, bakeryTasks } from './texts/bakery.ts';
import { chinese, chineseChatTasks, chineseFileTasks } from './texts/chinese.ts';
import { minutes, minutesTasks } from './texts/minutes.ts';
import { report } from './texts/report.ts';
import { reportTasks } from './texts/report-tasks.ts';
import { sailing, sailingTasks } from './texts/sailing.ts';

export interface Turn {
  readonly prompt: string;
  readonly answer: string;
}

/** A long chat. */
export interface ChatSource {
  readonly name: string;
  readonly turns: readonly Turn[];
  readonly tasks: readonly Task[];
}

/** Files of a chat. Each is a list of pages; a single page is a text file. */
export interface FilesSource {
  readonly name: string;
  readonly files: readonly { readonly name: string; readonly pages: readonly string[] }[];
  readonly tasks: readonly Task[];
}

/** Turns between an instruction and the question. */
const instructionTurns = 40;

/**
 * Distributes the sentences of the tasks over positions from 0 to `count`: facts and similar sentences are spread out,
 * outdated facts come earlier.
 */
const distribute = (tasks: readonly Task[], count: number, random: () => number): Map<number, string[]> => {
  const byPosition = new Map<number, string[]>();
  const put = (at: number, text: string) => {
    const position = Math.min(count - 1, Math.max(0, Math.floor(at)));
    byPosition.set(position, [...(byPosition.get(position) ?? []), text]);
  };
  for (const [index, { kind, says, before, alike }] of tasks.entries()) {
    const part = (index + 0.5) / tasks.length;
    const deep = kind === 'instruction' ? count - instructionTurns - 1 : count * (0.06 + 0.6 * part);
    put(before === undefined ? deep : count * (0.45 + 0.25 * part), says);
    if (before !== undefined) put(count * (0.05 + 0.2 * part), before);
    for (const one of alike) put(count * (0.05 + 0.65 * random()), one);
  }
  return byPosition;
};

const chatOf = (
  name: string,
  words: Vocabulary,
  tasks: readonly Task[],
  count: number,
  characters: number,
): ChatSource => {
  const random = randomFrom(name.length * 1000 + count);
  const facts = distribute(tasks, count, random);
  const turns = Array.from({ length: count }, (_, at) => ({
    prompt: [...(facts.get(at) ?? []), promptOf(words, random)].join('\n'),
    answer: proseOf(words, random, characters * (0.5 + random())),
  }));
  return { name, turns, tasks };
};

const pagesOf = (
  words: Vocabulary,
  tasks: readonly Task[],
  count: number,
  characters: number,
  seed: number,
): string[] => {
  const random = randomFrom(seed);
  const facts = distribute(tasks, count, random);
  return Array.from({ length: count }, (_, at) => proseOf(words, random, characters, facts.get(at)));
};

const tenFiles = (size: number): FilesSource => ({
  name: 'ten files',
  files: Array.from({ length: 10 }, (_, at) => ({
    name: `minutes-${String(at + 1).padStart(2, '0')}.txt`,
    pages: [pagesOf(minutes, at === 2 ? minutesTasks : [], 10, size / 10, at + 1).join('\n\n')],
  })),
  tasks: minutesTasks,
});

const textFile = (
  name: string,
  words: Vocabulary,
  tasks: readonly Task[],
  pages: number,
  size: number,
): FilesSource => ({
  name,
  files: [{ name, pages: [pagesOf(words, tasks, pages, size, pages).join('\n\n')] }],
  tasks,
});

export interface Sources {
  readonly chats: readonly ChatSource[];
  readonly files: readonly FilesSource[];
}

/**
 * Everything that is asked about, the same at every start. `size` 1 is what `pnpm eval` runs; a smaller one is for a
 * quick look.
 */
export const sources = (size = 1): Sources => {
  const of = (count: number) => Math.max(instructionTurns + 5, Math.round(count * size));
  const pages = Math.max(20, Math.round(300 * size));
  return {
    chats: [
      chatOf('bakery', bakery, bakeryTasks, of(250), 2400),
      chatOf('sailing', sailing, sailingTasks, of(250), 2400),
      chatOf('tea house', chinese, chineseChatTasks, of(110), 380),
      chatOf('restaurant', arabic, arabicChatTasks, of(110), 900),
    ],
    files: [
      {
        name: 'report.pdf',
        files: [{ name: 'report.pdf', pages: pagesOf(report, reportTasks, pages, 1300, 7) }],
        tasks: reportTasks,
      },
      tenFiles(20_000 * size),
      textFile('chronicle.txt', chinese, chineseFileTasks, 100, 400 * size),
      textFile('district.txt', arabic, arabicFileTasks, 100, 700 * size),
    ],
  };
};

/** All tasks of the sources. */
export const tasksOf = ({ chats, files }: Sources): readonly Task[] =>
  [...chats, ...files].flatMap(({ tasks }) => tasks);
