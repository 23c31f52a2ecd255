import { improveInstructions, memoryInstructions, titleInstructions } from '../adapters/model/side-instructions.ts';
import { summaryInstruction } from '../domain/context/summary-text.ts';

const purposes = [
  ['summary', summaryInstruction],
  ['title', titleInstructions],
  ['prompt-help', improveInstructions],
  ['memory', memoryInstructions],
] as const;

/** What a model is requested to write other than a reply, by the instructions in its request; undefined for a reply. */
export const sideRequestIn = (request: string): (typeof purposes)[number][0] | undefined =>
  purposes.find(([, instructions]) => request.includes(instructions))?.[0];
