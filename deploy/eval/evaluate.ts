import { converse, type Person, type SentFile, uploadFile } from '../bench/conversation.ts';
import type { ScriptedModel } from './scripted-model.ts';
import type { ChatSource, FilesSource, Sources } from './sources.ts';
import type { Task } from './task.ts';

export interface Outcome {
  readonly task: Task;
  readonly window: string;
  readonly found: boolean;
}

const plain = (text: string) => text.replaceAll(/\s+/g, ' ');

/** Whether a request contains what the answer needs; for citations, with its page before it. */
export const isIncluded = ({ needs, kind }: Task, request: string, page?: number): boolean => {
  const text = plain(request);
  const at = text.indexOf(plain(needs));
  if (at < 0) return false;
  if (kind !== 'citation') return true;
  const named = text
    .slice(0, at)
    .match(/\bpages?[ :="]+\d+/gi)
    ?.at(-1);
  return Number(/\d+/.exec(named ?? '')?.[0]) === page;
};

/** A page as the lines in which it is printed. */
const linesOf = (text: string): string[] =>
  text.split('\n').flatMap((line) => line.replaceAll('’', "'").match(/.{1,92}(?:\s|$)/g) ?? []);

const contentOf = async (pages: readonly string[]): Promise<{ type: string; content: Uint8Array }> => {
  if (pages.length === 1) return { type: 'text/plain', content: Buffer.from(pages[0]!) };
  const { pdf } = await import('../../service/src/testing/files/pdf.ts');
  return { type: 'application/pdf', content: pdf(pages.map(linesOf)) };
};

interface Stage {
  readonly person: Person;
  readonly model: ScriptedModel;
  readonly window: string;
  /** Resolves once no background work of replies is running any more. */
  settled(): Promise<void>;
}

/**
 * Sends a prompt and waits for the background work of its reply, so that the speed of this machine does not change what
 * is sent later.
 */
const sendPrompt = async (stage: Stage, prompt: Omit<Parameters<typeof converse>[1], 'model'>) => {
  const reply = await converse(stage.person, { ...prompt, model: stage.window });
  await stage.settled();
  return reply;
};

/** Asks one question after another, each at the same position of the chat. */
const sendQuestions = async (stage: Stage, id: string, tasks: readonly Task[]): Promise<void> => {
  let replaces: string | undefined;
  for (const { question } of tasks) {
    stage.model.questions.add(question);
    ({ message: replaces } = await sendPrompt(stage, { id, prompt: question, replaces }));
  }
};

const inChat = async (stage: Stage, { turns, tasks }: ChatSource): Promise<void> => {
  let id: string | undefined;
  for (const { prompt, answer } of turns) {
    stage.model.script.set(prompt, answer);
    ({ chat: id } = await sendPrompt(stage, { id, prompt }));
  }
  await sendQuestions(stage, id ?? '', tasks);
};

/** Every second question is asked together with the files, the others later in a chat that has them. */
const inFiles = async (stage: Stage, { tasks }: FilesSource, files: readonly SentFile[]): Promise<void> => {
  const { chat } = await sendPrompt(stage, { prompt: 'Please read this first.', files });
  await sendQuestions(
    stage,
    chat,
    tasks.filter((_, index) => index % 2 === 0),
  );
  for (const { question } of tasks.filter((_, index) => index % 2 === 1)) {
    stage.model.questions.add(question);
    await sendPrompt(stage, { prompt: question, files });
  }
};

const plainPages = ({ files }: FilesSource) =>
  files.flatMap(({ pages }) => pages.map((page) => plain(page.replaceAll('’', "'"))));

/**
 * Asks all questions of the sources with the context window of one model. Gives for each question whether what it needs
 * was sent.
 */
export const evaluate = async (stage: Stage, { chats, files }: Sources): Promise<Outcome[]> => {
  const { model, person, window } = stage;
  // One after another, because the service learns how the model counts tokens in their order.
  for (const chat of chats) await inChat(stage, chat);
  for (const source of files) {
    const sent: SentFile[] = [];
    for (const { name, pages } of source.files) {
      const { type, content } = await contentOf(pages);
      sent.push(await uploadFile(person, name, type, content));
    }
    await inFiles(stage, source, sent);
  }
  const outcomeOf = (task: Task, page?: number): Outcome => {
    const request = model.requestWith(window, task.question);
    if (request === undefined) throw new Error(`The model did not receive the question: ${task.question}`);
    return { task, window, found: isIncluded(task, request, page) };
  };
  return [
    ...chats.flatMap(({ tasks }) => tasks.map((task) => outcomeOf(task))),
    ...files.flatMap((source) => {
      const pages = plainPages(source);
      return source.tasks.map((task) => outcomeOf(task, pages.findIndex((page) => page.includes(task.needs)) + 1));
    }),
  ];
};
