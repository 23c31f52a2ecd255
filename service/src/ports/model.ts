import type { ReplyEvent } from '@atrium/shared-kernel/contracts/entities/stream';

export interface ModelTurn {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

/** A file that belongs to a request. It has a document or a picture; with neither, its content cannot be passed on. */
export interface ModelFile {
  readonly name: string;
  /** The media type, detected from the content. */
  readonly type: string;
  /** Bytes. */
  readonly size: number;
  /** Attached to this prompt, earlier in the chat, to the agent, or to the collection that the chat started in. */
  readonly from: 'prompt' | 'chat' | 'agent' | 'collection';
  /** Its path; undefined if it cannot be opened. */
  readonly url?: string;
  readonly document?: ModelDocument;
  readonly picture?: ModelPicture;
}

/** A part of a document. */
export interface ModelPassage {
  /** The number by which an answer cites it, unique in a request; undefined if it cannot be cited. */
  readonly n?: number;
  /** Its index in the document, from 0. */
  readonly position: number;
  readonly page?: number;
  readonly text: string;
}

export interface ModelDocument {
  /** As much text as the request has room for; empty for a document without text, such as a scan. */
  readonly text: string;
  /** If the whole document does not fit: the passages that make up `text`, and how many the document has. */
  readonly passages?: readonly ModelPassage[];
  readonly passageCount?: number;
  /** Characters of the whole document. */
  readonly characters: number;
  /** Of the whole document. */
  readonly words: number;
  readonly pages?: number;
  /** Pages without text, such as `3–7, 12`. */
  readonly emptyPages?: string;
  /** The file holds more text than is read from a file. */
  readonly cut?: boolean;
}

export interface ModelPicture {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  load(): Promise<Uint8Array>;
}

/** What a model needs to know for one reply. */
export interface ModelRequest {
  readonly system: string;
  /** The chat so far, oldest first, without `prompt`. */
  readonly turns: readonly ModelTurn[];
  readonly prompt: string;
  /** Relevant parts of older messages that are not among the turns. They precede the prompt. */
  readonly recalled?: string | undefined;
  /** The files of the prompt, then those of the chat, the newest first, then those of the agent. */
  readonly files?: readonly ModelFile[];
  /** The user who will own what the reply stores. */
  readonly owner: string;
  /** Tokens that the sources of a research may use; undefined if the size of the model's context is unknown. */
  readonly sourceTokens?: number | undefined;
  /** The step of a research. Only for the demo model, which cannot read instructions. */
  readonly research?: ResearchStep;
  /** The user is interviewed about an agent. Only for the demo model, which cannot read instructions. */
  readonly interview?: boolean;
  /** Ids of the models in the catalog that may answer, best first; undefined if any may. */
  readonly models?: readonly string[];
  /** Another model answers if this one fails, so this one gets no long retries. */
  readonly replaceable?: boolean;
  /** Counts what this request uses; undefined if nothing does. */
  readonly meter?: UsageMeter;
}

export type ResearchStep =
  /** `known`: how many sources have been read. */
  | { readonly step: 'plan'; readonly question: string; readonly known: number }
  | {
      readonly step: 'write';
      readonly question: string;
      readonly sources: readonly { readonly title: string; readonly text: string }[];
    };

/** Tokens that a reply used, as the provider counts them. */
export interface ModelUsage {
  readonly input: number;
  readonly output: number;
  /** Tokens of the input that the provider read from its cache. */
  readonly cached: number;
  /** Tokens of the input that the provider wrote to its cache for later requests. */
  readonly written?: number;
  /** Tokens of the output that the model used for reasoning. */
  readonly thought: number;
}

/** Counts one request to a model as it runs, so that its use is known however it ends. */
export interface MeteredUse {
  /** Counts a piece of the answer or of its reasoning. */
  wrote(text: string): void;
  /** Replaces the estimate by what the provider reports for the whole request. */
  reported(usage: ModelUsage): void;
  /** Counts a picture. */
  drew(): void;
  /** Counts the input of a request that was aborted, even without a piece of an answer. */
  aborted(): void;
}

/** Counts the requests to models that one reply, or another purpose, makes. */
export interface UsageMeter {
  /** Starts to count a request to the model with this id. `tokens` is called only if the provider reports no tokens. */
  begin(model: string, tokens: () => number): MeteredUse;
}

/**
 * What a model emits. The hub adds the ids of chat and message, the model's name and the end. `alive` means that the
 * model is still at work, `model` names the model of the catalog that answers from here on, and `usage` is the total.
 */
export type ModelEvent =
  | Exclude<ReplyEvent, { type: 'chatId' | 'id' | 'modal' | 'warning' | 'end' }>
  | { readonly type: 'alive' }
  | { readonly type: 'model'; readonly model: string }
  | { readonly type: 'usage'; readonly usage: ModelUsage };

/** Events that start an answer. After one of them a retry would start the answer twice. */
export const answerEvents: ReadonlySet<ModelEvent['type']> = new Set([
  'text',
  'textFinal',
  'thinking',
  'thought',
  'image',
  'document',
]);

/** Writes replies. */
export interface Replier {
  /** The model's name, shown with its messages and when the product starts. */
  readonly label: string;
  /** Tokens that a request may hold, without the answer; undefined if unknown. */
  readonly contextTokens?: number | undefined;
  /** Whether it reads pages of the web, beside the files of a request. */
  readonly readsWeb?: boolean;
  /** Streams the answer. Ends early without an error once `signal` is aborted. Throws if the answer breaks off. */
  reply(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
}

/**
 * A model that answers prompts. Every method throws if the model cannot be reached or breaks off. `onUsage` is called
 * at most once, with the usage that the provider reports.
 */
export interface ModelPort extends Replier {
  /** Whether this is the built-in demo model, which says so in its answers and sends nothing anywhere. */
  readonly demo?: boolean;
  /** A short title for a chat that starts with `prompt`. */
  name(prompt: string, signal?: AbortSignal, onUsage?: (usage: ModelUsage) => void): Promise<string>;
  /** A better version of the prompt; empty if the model's answer contains none, or only a part of one. */
  improve(prompt: string, signal?: AbortSignal, onUsage?: (usage: ModelUsage) => void): Promise<string>;
  /** Facts about the user in the prompt that are worth storing and not yet `known`, each as a short sentence. */
  extractMemories?(
    prompt: string,
    known: readonly string[],
    signal?: AbortSignal,
    onUsage?: (usage: ModelUsage) => void,
  ): Promise<readonly string[]>;
}
