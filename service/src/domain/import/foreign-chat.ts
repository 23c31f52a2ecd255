import { readableName } from '@atrium/shared-kernel/contracts/given-name';
import { storable } from '../text.ts';
import { lengthOf } from './length.ts';
import { maxSources } from './web-sources.ts';

/** A file of another product's export: an archive entry under its `asset`, a `text`, or missing. */
export interface ForeignFile {
  readonly name: string;
  readonly type?: string | undefined;
  readonly asset?: string | undefined;
  readonly text?: string | undefined;
  readonly aspectRatio?: number | undefined;
}

/** A chat of another product, ready to be stored; parents come before their children. */
export interface ForeignChat {
  readonly source: string;
  readonly title: string;
  readonly createdDate: Date;
  readonly lastUpdate: Date;
  readonly archived: boolean;
  /** Its project in the other product. */
  readonly project?: string | undefined;
  /** A sentence for the report: what is left out. */
  readonly note?: string | undefined;
  /** The source id of the last message of the shown branch. */
  readonly leaf: string | undefined;
  /** The ids of all its steps: under each, an earlier export may have ended with one of the messages. */
  readonly steps: readonly string[];
  readonly messages: readonly ForeignMessage[];
}

export interface ForeignMessage {
  /** The id of its last step that shows something: what follows unseen may differ from export to export. */
  readonly source: string;
  /** The steps after it that show nothing. Earlier versions of the import knew it by the last of those. */
  readonly unseen: readonly string[];
  readonly parent: string | undefined;
  readonly prompt: string;
  readonly content: string;
  readonly thoughts: readonly string[];
  /** Addresses of the web pages that the answer refers to. */
  readonly sources: readonly string[];
  readonly model: string | undefined;
  readonly createdDate: Date;
  /** Files that were sent with the prompt. */
  readonly files: readonly ForeignFile[];
  /** Files of the answer. */
  readonly answerFiles: readonly ForeignFile[];
}

/** One step of the user or the model in the tree of a conversation. */
export interface Step {
  readonly parent: string | undefined;
  readonly children: readonly string[];
  /** Undefined for tools and hidden steps. */
  readonly role: 'prompt' | 'answer' | undefined;
  readonly text: string;
  readonly thoughts: readonly string[];
  readonly sources: readonly string[];
  readonly files: readonly ForeignFile[];
  readonly model?: string | undefined;
  readonly date: Date | undefined;
}

export interface ForeignConversation extends Omit<ForeignChat, 'messages' | 'leaf' | 'lastUpdate' | 'steps'> {
  readonly lastUpdate: Date | undefined;
  readonly steps: ReadonlyMap<string, Step>;
  /** The last step of the shown branch. */
  readonly current: string | undefined;
}

/** The most characters of a conversation over all branches; a larger one is not plausible. */
const maxCharacters = 64_000_000;

interface Draft extends Omit<ForeignMessage, 'createdDate' | 'unseen'> {
  readonly createdDate: Date | undefined;
  readonly hasContent: boolean;
}

const withAnswer = (draft: Draft, step: Step, source: string): Draft => {
  if (step.role !== 'answer' && step.files.length === 0) return draft;
  const withFiles = { ...draft, source, answerFiles: [...draft.answerFiles, ...step.files] };
  if (step.role !== 'answer') return withFiles;
  return {
    ...withFiles,
    content: [draft.content, step.text].filter((each) => each !== '').join('\n\n'),
    thoughts: [...draft.thoughts, ...step.thoughts],
    sources: [...new Set([...draft.sources, ...step.sources])].slice(0, maxSources),
    model: step.model ?? draft.model,
    createdDate: draft.createdDate ?? step.date,
    hasContent: draft.hasContent || step.text !== '',
  };
};

const emptyDraft = (source: string, parent: string | undefined): Draft => ({
  source,
  parent,
  prompt: '',
  content: '',
  thoughts: [],
  sources: [],
  model: undefined,
  createdDate: undefined,
  files: [],
  answerFiles: [],
  hasContent: false,
});
const promptDraft = ({ text, files, date }: Step, source: string, parent: string | undefined): Draft => ({
  ...emptyDraft(source, parent),
  prompt: text,
  files,
  createdDate: date,
  hasContent: true,
});

/**
 * The message that contains the step or ends the branch that starts with it. `ends` are the messages by the steps with
 * which they end.
 */
const leafOf = (steps: ReadonlyMap<string, Step>, ends: ReadonlyMap<string, string>, id: string | undefined) => {
  const seen = new Set<string>();
  let at = id;
  while (at !== undefined && !ends.has(at) && !seen.has(at)) {
    seen.add(at);
    at = steps.get(at)?.children[0];
  }
  return at === undefined ? undefined : ends.get(at);
};

const addTo = (lists: Map<string, string[]>, key: string, value: string): void => {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
};

const isMessage = ({ hasContent, prompt, content, files, answerFiles }: Draft): boolean =>
  hasContent && (prompt !== '' || content !== '' || files.length > 0 || answerFiles.length > 0);

/**
 * Converts a conversation to a chat. A prompt with all answers until the next prompt becomes one message; repeated
 * prompts and answers become versions of it. Undefined if it is empty.
 */
export const chatOf = ({ steps, current, lastUpdate, ...about }: ForeignConversation): ForeignChat | undefined => {
  const messages: Omit<ForeignMessage, 'unseen'>[] = [];
  const [ends, sources] = [new Map<string, string>(), new Set<string>()];
  const unseen = new Map<string, string[]>();
  let size = 0;
  const roots = [...steps].filter(([, { parent }]) => !parent || !steps.has(parent)).map(([id]) => id);
  const visited = new Set<string>();
  const stack = roots.map((id) => ({ id, draft: emptyDraft(id, undefined) })).toReversed();
  for (let next = stack.pop(); next; next = stack.pop()) {
    const step = steps.get(next.id);
    if (!step || visited.has(next.id)) continue;
    visited.add(next.id);
    const draft =
      step.role === 'prompt' ? promptDraft(step, next.id, next.draft.parent) : withAnswer(next.draft, step, next.id);
    if (next.id !== draft.source) addTo(unseen, draft.source, next.id);
    const children = step.children.filter((id) => steps.has(id));
    const continuations = children.filter((id) => steps.get(id)!.role !== 'prompt');
    const complete = (children.length > continuations.length || continuations.length === 0) && isMessage(draft);
    if (complete) ends.set(next.id, draft.source);
    // Branches that differ only in unseen steps are one.
    if (complete && !sources.has(draft.source)) {
      sources.add(draft.source);
      const { hasContent: _hasContent, ...message } = draft;
      size += lengthOf(draft);
      if (size > maxCharacters) return undefined;
      messages.push({ ...message, createdDate: draft.createdDate ?? about.createdDate });
    }
    for (const id of children.toReversed()) {
      const isPrompt = steps.get(id)!.role === 'prompt';
      stack.push({ id, draft: isPrompt ? emptyDraft(id, complete ? draft.source : draft.parent) : draft });
    }
  }
  if (messages.length === 0) return undefined;
  return {
    ...about,
    title: readableName(storable(about.title)).slice(0, 300),
    lastUpdate: lastUpdate ?? messages.at(-1)!.createdDate,
    leaf: leafOf(steps, ends, current),
    steps: [...steps.keys()],
    messages: messages.map((one) => ({ ...one, unseen: unseen.get(one.source) ?? [] })),
  };
};
