import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { workspace } from '../release/data-folder.ts';

export interface Model {
  readonly url: string;
  stop(): void;
}

/** Starts a model server with OpenAI's protocol in a process of its own. */
export const startModel = async (...args: string[]): Promise<Model> => {
  const child = spawn(process.execPath, [join(workspace, 'service/src/testing/openai-server.ts'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).once('line', (line) => resolve(line.replace('Listening: ', '')));
    child.once('exit', (code) => reject(new Error(`The model server ended with ${code}.`)));
  });
  return { url, stop: () => child.kill('SIGTERM') };
};

/** That server's answer to a prompt, which is always the same for the same prompt. */
export const modelAnswer = (prompt: string, words: number): string =>
  `You asked: ${prompt}\n\n${Array.from({ length: words }, (_, at) => `word${at + 1}`).join(' ')}.`;
