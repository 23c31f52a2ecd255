import type { ModelEntry } from './model-catalog.ts';

export interface VoiceNote {
  readonly content: Uint8Array<ArrayBuffer>;
  /** By its content. */
  readonly type: 'audio/webm' | 'audio/mp4' | 'audio/wav';
}

/** What a provider says that it counts. */
export interface TranscriptionUsage {
  readonly seconds?: number;
  readonly input?: number;
  readonly output?: number;
}

/** Turns spoken words into written ones. */
export interface TranscriptionPort {
  /** What is known of its model; none: nobody is paid. */
  readonly entry?: ModelEntry | undefined;
  /** The words of the note; empty where nobody speaks. Throws where the provider cannot be reached or refuses. */
  transcribe(note: VoiceNote, signal?: AbortSignal, onUsage?: (usage: TranscriptionUsage) => void): Promise<string>;
}
