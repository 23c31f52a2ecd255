import type { ReplyEvent } from '@atrium/shared-kernel/contracts/entities/stream';

export interface ModelTurn {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

/** A file that belongs to a request. It has a document, or a picture, or holds nothing that can be told. */
export interface ModelFile {
  readonly name: string;
  /** By its content. */
  readonly type: string;
  /** Bytes. */
  readonly size: number;
  /** With this prompt, earlier in the chat, with the agent, or with the collection that the chat began in. */
  readonly from: 'prompt' | 'chat' | 'agent' | 'collection';
  /** Its path; none where it cannot be opened. */
  readonly url?: string;
  readonly document?: ModelDocument;
  readonly picture?: ModelPicture;
}

/** A part of a document. */
export interface ModelPassage {
  /** What an answer cites it by, each once in a request; none: it cannot be cited. */
  readonly n?: number;
  /** From 0, in the order of the document. */
  readonly position: number;
  readonly page?: number;
  readonly text: string;
}

export interface ModelDocument {
  /** As much of it as the request has room for; empty where it has no text, as a scan. */
  readonly text: string;
  /** Where it has no room as a whole: those of its passages that `text` consists of, and how many it has. */
  readonly passages?: readonly ModelPassage[];
  readonly passageCount?: number;
  /** Characters of the whole document. */
  readonly characters: number;
  /** Of the whole document. */
  readonly words: number;
  readonly pages?: number;
  /** Pages without text, as `3–7, 12`. */
  readonly emptyPages?: string;
  /** It was longer than what is read of a file. */
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
  /** What of older messages, that are not among the turns, fits the prompt; it stands before it. */
  readonly recalled?: string | undefined;
  /** Files of the prompt first, then those of the chat, the newest first, then those of the agent. */
  readonly files?: readonly ModelFile[];
  /** The user who will own what the reply stores. */
  readonly owner: string;
  /** Tokens that documents and sources may take; none: nobody said how much the model reads. */
  readonly documentTokens?: number | undefined;
  /** Which step of a research this is, for a model that cannot read instructions. */
  readonly research?: ResearchStep;
  /** The person is interviewed about an agent, for a model that cannot read instructions. */
  readonly interview?: boolean;
  /** Ids of the catalog's models that may answer, best first; none: whichever is asked. */
  readonly models?: readonly string[];
  /** Another model answers where this one does not: nobody waits long for it. */
  readonly replaceable?: boolean;
  /** Who counts what this request uses; none: nobody. */
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

/** What a reply used, as the provider counts it. */
export interface ModelUsage {
  readonly input: number;
  readonly output: number;
  /** Of the input: what the provider had in its cache. */
  readonly cached: number;
  /** Of the input: what the provider has stored in its cache for later requests. */
  readonly written?: number;
  /** Of the output: what the model thought. */
  readonly thought: number;
}

/** One request to a model, as it is counted: whatever ends it, what it has used by then is known. */
export interface MeteredUse {
  /** A piece of the answer, or of its thoughts. */
  wrote(text: string): void;
  /** What the provider reports, for all of the request; it takes the place of what was estimated. */
  reported(usage: ModelUsage): void;
  /** A picture that was made. */
  drew(): void;
}

/** Counts the requests to models that one reply, or another purpose, makes. */
export interface UsageMeter {
  /** A request to the model of this id that holds so many tokens; estimated only where nobody reports them. */
  begin(model: string, tokens: () => number): MeteredUse;
}

/**
 * What a model may say; the hub adds the names of chat and message, the model's own name and the end. `alive` says only
 * that it is still at work, `model` which one of the catalog answers from here on, and `usage` what all of it used.
 */
export type ModelEvent =
  | Exclude<ReplyEvent, { type: 'chatId' | 'id' | 'modal' | 'warning' | 'end' }>
  | { readonly type: 'alive' }
  | { readonly type: 'model'; readonly model: string }
  | { readonly type: 'usage'; readonly usage: ModelUsage };

/** Events after which an answer has begun: asked again it would begin twice. */
export const spoken: ReadonlySet<ModelEvent['type']> = new Set([
  'text',
  'textFinal',
  'thinking',
  'thought',
  'image',
  'document',
]);

/** Whatever writes replies. */
export interface Replier {
  /** The model's name as its messages and the start of the product show it. */
  readonly label: string;
  /** Tokens that its requests may hold, without the answer; none: unknown. */
  readonly contextTokens?: number | undefined;
  /** The answer piece by piece; ends early, without a throw, once `signal` is aborted. Throws where it breaks off. */
  reply(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
}

/**
 * A model that answers prompts. Every method throws where the model cannot be reached or breaks off. `onUsage` hears what
 * the provider reports, once, where it does.
 */
export interface ModelPort extends Replier {
  /** The built-in one, which says so in its answers and sends nothing anywhere. */
  readonly demo?: boolean;
  /** A short title for a chat that begins with `prompt`. */
  name(prompt: string, signal?: AbortSignal, onUsage?: (usage: ModelUsage) => void): Promise<string>;
  /** The same prompt, put better. */
  improve(prompt: string, signal?: AbortSignal, onUsage?: (usage: ModelUsage) => void): Promise<string>;
  /** What the person says of themselves that is worth keeping, each in a short sentence, and is not `known` yet. */
  remember?(
    prompt: string,
    known: readonly string[],
    signal?: AbortSignal,
    onUsage?: (usage: ModelUsage) => void,
  ): Promise<readonly string[]>;
}
