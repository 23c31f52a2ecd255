import type { ContextPart, ContextReport } from '@atrium/shared-kernel/contracts/entities/context';
import { contextLists } from '@atrium/shared-kernel/contracts/constants';
import type { ModelFile } from '../../ports/model.ts';
import { tokensOf } from './tokens.ts';
import type { GivenTurn } from './turns.ts';

/** A report whose memories are not named yet: the newest `remembered` of them went along. */
export interface Report extends Omit<ContextReport, 'memories'> {
  readonly remembered: number;
}

interface Given {
  readonly contextTokens: number | undefined;
  readonly usualTokens: number;
  /** All that stands before the chat, with the next two in it. */
  readonly system: string;
  readonly memories: string;
  readonly agent: string;
  readonly memoryCount: number;
  readonly forgotten: number;
  readonly files: readonly ModelFile[];
  readonly turns: readonly GivenTurn[];
  readonly turnsCut: boolean;
  readonly prompt: { readonly text: string; readonly cut: boolean };
}

const sumOf = (turns: readonly GivenTurn[]): number => turns.reduce((sum, { tokens }) => sum + tokens, 0);
const isCut = ({ document }: ModelFile): boolean =>
  document !== undefined && (document.cut === true || document.text.length < document.characters);

const filesPart = (kind: string, files: readonly ModelFile[]): ContextPart | undefined =>
  files.length === 0
    ? undefined
    : {
        kind,
        tokens: files.reduce((sum, { document }) => sum + (document ? tokensOf(document.text) : 0), 0),
        count: files.length,
        ...(files.some(isCut) ? { cut: true } : {}),
      };

/** What of a request is which part of the context. */
export const reportOf = (given: Given): Report => {
  const { contextTokens, usualTokens, turns, prompt } = given;
  const memories = given.memories === '' ? 0 : tokensOf(given.memories);
  const ofAgent = given.files.filter(({ from }) => from === 'agent');
  const agent = given.agent === '' ? 0 : tokensOf(given.agent);
  const agentFiles = filesPart('agent', ofAgent);
  const files = filesPart(
    'files',
    given.files.filter(({ from }) => from !== 'agent'),
  );
  const system = Math.max(0, tokensOf(given.system) - memories - agent - (agentFiles?.tokens ?? 0));
  const parts: ContextPart[] = [
    { kind: 'system', tokens: system },
    ...(agent === 0 && !agentFiles
      ? []
      : [{ ...agentFiles, kind: 'agent', tokens: agent + (agentFiles?.tokens ?? 0) }]),
    ...(memories === 0
      ? []
      : [
          {
            kind: 'memories',
            tokens: memories,
            count: given.memoryCount,
            ...(given.forgotten > 0 ? { cut: true } : {}),
          },
        ]),
    ...(files ? [files] : []),
    ...(turns.length === 0
      ? []
      : [{ kind: 'turns', tokens: sumOf(turns), count: turns.length, ...(given.turnsCut ? { cut: true } : {}) }]),
    { kind: 'prompt', tokens: tokensOf(prompt.text), ...(prompt.cut ? { cut: true } : {}) },
  ];
  const all = parts.reduce((sum, { tokens }) => sum + tokens, 0);
  return {
    ...(contextTokens === undefined ? {} : { window: contextTokens }),
    limit: contextTokens ?? usualTokens,
    // Where nobody said how much the model reads, only the chat so far is bounded.
    used: contextTokens === undefined ? sumOf(turns) : all,
    counted: 'estimate',
    parts,
    turns: turns.slice(-contextLists.turns),
    remembered: given.memoryCount,
  };
};
