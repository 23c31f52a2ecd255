import type { ReplyEvent } from '@atrium/shared-kernel/contracts/entities/stream';

export interface ModelTurn {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

/** What a model needs to know for one reply. */
export interface ModelRequest {
  readonly system: string;
  /** The chat so far, oldest first, without `prompt`. */
  readonly turns: readonly ModelTurn[];
  readonly prompt: string;
  /** The user who will own what the reply stores. */
  readonly owner: string;
}

/** What a model may say; the hub adds the names of chat and message, the model's own name and the end. */
export type ModelEvent = Exclude<ReplyEvent, { type: 'chatId' | 'id' | 'modal' | 'warning' | 'end' }>;

/** A model that answers prompts. Every method throws where the model cannot be reached or breaks off. */
export interface ModelPort {
  /** The model's name as its messages and the start of the product show it. */
  readonly label: string;
  /** The answer piece by piece; ends early, without a throw, once `signal` is aborted. */
  reply(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
  /** A short title for a chat that begins with `prompt`. */
  name(prompt: string, signal?: AbortSignal): Promise<string>;
  /** The same prompt, put better. */
  improve(prompt: string, signal?: AbortSignal): Promise<string>;
}
