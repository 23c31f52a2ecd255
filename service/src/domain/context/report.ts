import type {
  ContextFile,
  ContextPart,
  ContextReport,
  ContextTurn,
} from '@atrium/shared-kernel/contracts/entities/context';
import { contextLists } from '@atrium/shared-kernel/contracts/constants';
import type { ModelFile, ModelPassage } from '../../ports/model.ts';
import type { TokenCounter } from './counting.ts';
import { pictureTokens } from './picture-tokens.ts';
import type { Recalled } from '../recall/recall.ts';
import type { IncludedTurn } from './turns.ts';

/** A report without the ids of its memories: the newest `remembered` memories were included. */
export interface Report extends Omit<ContextReport, 'memories'> {
  readonly remembered: number;
}

interface ReportInput {
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
  /** The tokens that the pictures among the files count for. */
  readonly pictures: number;
  readonly summary: { readonly block: string; readonly covers: number } | undefined;
  readonly turns: readonly IncludedTurn[];
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

/** Counts a file: its document, or its share of what the pictures count for. */
const fileCounter = ({ counter: { count }, files, pictures }: ReportInput) => {
  const all = pictureTokens(files);
  const share = all === 0 ? 0 : pictures / all;
  const ofDocument = ({ document }: ModelFile) => (document?.text ? count(document.text) : 0);
  const ofPicture = (file: ModelFile) => Math.floor(pictureTokens([file]) * share);
  const sum = (list: readonly ModelFile[], tokensOf: (file: ModelFile) => number) =>
    list.reduce((total, file) => total + tokensOf(file), 0);
  return {
    tokensOf: (file: ModelFile) => ofDocument(file) + ofPicture(file),
    documentsIn: (list: readonly ModelFile[]) => sum(list, ofDocument),
    picturesIn: (list: readonly ModelFile[]) => sum(list, ofPicture),
  };
};

const partsOf = (input: ReportInput): ContextPart[] => {
  const { count } = input.counter;
  const tokensIn = (text: string) => (text === '' ? 0 : count(text));
  const { documentsIn, picturesIn } = fileCounter(input);
  const { agent: agents = [], collection: collected = [], own = [], parts = [] } = Object.groupBy(input.files, groupOf);
  const memories = tokensIn(input.memories.join('\n'));
  // Documents of agent and collection are part of the system prompt.
  const agent = tokensIn(input.agent) + documentsIn(agents);
  const collection = tokensIn(input.collection) + documentsIn(collected);
  const system = Math.max(0, count(input.system) - memories - agent - collection);
  const passages = parts.reduce((sum, { document }) => sum + (document?.passages?.length ?? 0), 0);
  return [
    ...part('system', system, undefined, false),
    ...part('agent', agent + picturesIn(agents), agents.length || undefined, input.cut.agent || agents.some(isCut)),
    ...part(
      'collection',
      collection + picturesIn(collected),
      collected.length || undefined,
      input.cut.collection || collected.some(isCut),
    ),
    ...part('memories', memories, input.memories.length, input.forgotten > 0),
    ...part('files', documentsIn(own) + picturesIn(own), own.length, own.some(isCut)),
    ...part('passages', documentsIn(parts), passages, true),
    ...part('summary', tokensIn(input.summary?.block ?? ''), input.summary?.covers, false),
    ...part('recalled', tokensIn(input.recalled?.block ?? ''), input.recalled?.count, false),
    ...part('turns', sumOf(input.turns), input.turns.length, input.cut.turns),
    ...part('prompt', tokensIn(input.prompt), undefined, input.cut.prompt),
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
const filesOf = (input: ReportInput): ContextFile[] => {
  const { tokensOf } = fileCounter(input);
  return input.files
    .filter(({ from }) => from !== 'agent')
    .slice(0, contextLists.files)
    .map((file) => ({ ...file, tokens: tokensOf(file) }))
    .map(({ name, url, tokens, document }) => ({
      name,
      ...(url === undefined ? {} : { url }),
      tokens,
      ...(document?.passages ? { passages: passagesIn(document.passages, document.passageCount) } : {}),
      ...(document?.cut ? { cut: true } : {}),
    }));
};

/** The newest turns and all pinned ones, oldest first. */
const listed = (turns: readonly IncludedTurn[]): ContextTurn[] =>
  turns
    .filter(({ pinned }, index) => pinned || index >= turns.length - contextLists.turns)
    .map((turn) => ({ ...turn }));

/** Which parts of the context a request consists of, with their tokens. */
export const reportOf = (input: ReportInput): Report => {
  const parts = partsOf(input);
  const files = filesOf(input);
  return {
    ...(input.contextTokens === undefined ? {} : { window: input.contextTokens }),
    limit: input.contextTokens ?? input.usualTokens,
    // If the context window is unknown, only the chat is limited.
    used: sumOf(input.contextTokens === undefined ? parts.filter(({ kind }) => chatKinds.has(kind)) : parts),
    counted: input.counter.exact() && input.pictures === 0 ? 'exact' : 'estimate',
    parts,
    turns: listed(input.turns),
    remembered: input.memories.length,
    ...(files.length === 0 ? {} : { files }),
    ...(input.recalled ? { recalled: input.recalled.turns.slice(0, contextLists.turns) } : {}),
  };
};

const chatKinds: ReadonlySet<string> = new Set(['turns', 'summary', 'recalled', 'prompt']);
