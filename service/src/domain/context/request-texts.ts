import type { ModelFile, ModelRequest } from '../../ports/model.ts';

/** Whether a file is described in the system prompt. Files of the chat and the prompt are sent with their messages. */
export const isInSystemPrompt = ({ from }: Pick<ModelFile, 'from'>): boolean =>
  from === 'agent' || from === 'collection';

/** The texts of the documents that are sent with their messages. */
export const documentTexts = (files: readonly ModelFile[]): readonly string[] =>
  files.filter((file) => !isInSystemPrompt(file)).flatMap(({ document }) => document?.text ?? []);

/** All texts that a model reads with a request, each once. */
export const textsOf = ({ system, turns, prompt, recalled = '', files = [] }: ModelRequest): readonly string[] => [
  system,
  prompt,
  recalled,
  ...turns.map(({ content }) => content),
  ...documentTexts(files),
];
