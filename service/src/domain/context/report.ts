import type {
  ContextFile,
  ContextPart,
  ContextReport,
  ContextTurn,
} from '@atrium/shared-kernel/contracts/entities/context';
import { contextLists } from '@atrium/shared-kernel/contracts/constants';
import type { ModelFile, ModelPassage } from '../../ports/model.ts';
import type { TokenCounter } from './counting.ts';
import type { Recalled } from '../recall/recall.ts';
import type { GivenTurn } from './turns.ts';

/** A report without the ids of its memories: the newest `remembered` memories were included. */
export interface Report extends Omit<ContextReport, 'memories'> {
  readonly remembered: number;
}

interface Given {
  readonly counter: TokenCounter;
  readonly contextTokens: number | undefined;
  readonly usualTokens: number;
  /** Everything before the chat except the summary; it includes memories and the agent. */
  readonly system: string;
  readonly memories: readonly string[];
  readonly forgotten: number;
  readonly agent: string;
  /** The name and instruction of the collection that the chat started in. */
  readonly collection: string;
  readonly files: readonly ModelFile[];
  readonly summary: { readonly block: string; readonly covers: number } | undefined;
  readonly turns: readonly GivenTurn[];
  readonly recalled: Recalled | undefined;
  readonly cut: { readonly [part in 'turns' | 'prompt' | 'agent' | 'collection']: boolean };
  readonly prompt: string;
}

const sumOf = (list: readonly { readonly tokens: number }[]): number =>
  list.reduce((sum, { tokens }) => sum + tokens, 0);
const isCut = ({ document }: ModelFile): boolean =>
  document !== undefined && (document.cut === true || document.text.length < document.characters);

/** The group that a file is reported in. */
const groupOf = ({ from, document }: ModelFile): 'agent' | 'collection' | 'own' | 'parts' => {
  if (from === 'agent' || from === 'collection') return from;
  return document?.passages?.length ? 'parts' : 'own';
};

const part = (kind: string, tokens: number, count: number | undefined, cut: boolean): ContextPart[] =>
  tokens === 0 ? [] : [{ kind, tokens, ...(count === undefined ? {} : { count }), ...(cut ? { cut } : {}) }];

const partsOf = ({ counter: { count }, ...given }: Given): ContextPart[] => {
  const tokensIn = (text: string) => (text === '' ? 0 : count(text));
  const filesIn = (files: readonly ModelFile[]) =>
    files.reduce((sum, { document }) => sum + tokensIn(document?.text ?? ''), 0);
  const { agent: agents = [], collection: collected = [], own = [], parts = [] } = Object.groupBy(given.files, groupOf);
  const memories = tokensIn(given.memories.join('\n'));
  // Files of agent and collection are part of the system prompt.
  const agent = tokensIn(given.agent) + filesIn(agents);
  const collection = tokensIn(given.collection) + filesIn(collected);
  const system = Math.max(0, count(given.system) - memories - agent - collection);
  const passages = parts.reduce((sum, { document }) => sum + (document?.passages?.length ?? 0), 0);
  return [
    ...part('system', system, undefined, false),
    ...part('agent', agent, agents.length || undefined, given.cut.agent || agents.some(isCut)),
    ...part('collection', collection, collected.length || undefined, given.cut.collection || collected.some(isCut)),
    ...part('memories', memories, given.memories.length, given.forgotten > 0),
    ...part('files', filesIn(own), own.length, own.some(isCut)),
    ...part('passages', filesIn(parts), passages, true),
    ...part('summary', tokensIn(given.summary?.block ?? ''), given.summary?.covers, false),
    ...part('recalled', tokensIn(given.recalled?.block ?? ''), given.recalled?.count, false),
    ...part('turns', sumOf(given.turns), given.turns.length, given.cut.turns),
    ...part('prompt', tokensIn(given.prompt), undefined, given.cut.prompt),
  ];
};

const passagesIn = (passages: readonly ModelPassage[], of = passages.length): NonNullable<ContextFile['passages']> => ({
  count: passages.length,
  of,
  pages: [...new Set(passages.flatMap(({ page }) => page ?? []))]
    .toSorted((a, b) => a - b)
    .slice(0, contextLists.passages),
});

/** The files that the user may see: an agent's files belong to its owner. */
const filesOf = (files: readonly ModelFile[], { count }: TokenCounter): ContextFile[] =>
  files
    .filter(({ from }) => from !== 'agent')
    .slice(0, contextLists.files)
    .map(({ name, url, document }) => ({
      name,
      ...(url === undefined ? {} : { url }),
      tokens: document?.text ? count(document.text) : 0,
      ...(document?.passages ? { passages: passagesIn(document.passages, document.passageCount) } : {}),
      ...(document?.cut ? { cut: true } : {}),
    }));

/** The newest turns and all pinned ones, oldest first. */
const listed = (turns: readonly GivenTurn[]): ContextTurn[] =>
  turns
    .filter(({ pinned }, index) => pinned || index >= turns.length - contextLists.turns)
    .map((turn) => ({ ...turn }));

/** Which parts of the context a request consists of, with their tokens. */
export const reportOf = (given: Given): Report => {
  const parts = partsOf(given);
  const files = filesOf(given.files, given.counter);
  return {
    ...(given.contextTokens === undefined ? {} : { window: given.contextTokens }),
    limit: given.contextTokens ?? given.usualTokens,
    // If the context window is unknown, only the chat is limited.
    used: sumOf(given.contextTokens === undefined ? parts.filter(({ kind }) => chatKinds.has(kind)) : parts),
    counted: given.counter.exact() ? 'exact' : 'estimate',
    parts,
    turns: listed(given.turns),
    remembered: given.memories.length,
    ...(files.length === 0 ? {} : { files }),
    ...(given.recalled ? { recalled: given.recalled.turns.slice(0, contextLists.turns) } : {}),
  };
};

const chatKinds: ReadonlySet<string> = new Set(['turns', 'summary', 'recalled', 'prompt']);
