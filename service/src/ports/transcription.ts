import type { ModelEntry } from './model-catalog.ts';

export interface VoiceNote {
  readonly content: Uint8Array<ArrayBuffer>;
  /** Detected from the content. */
  readonly type: 'audio/webm' | 'audio/mp4' | 'audio/wav';
}

/** The usage that a provider reports. */
export interface TranscriptionUsage {
  readonly seconds?: number;
  readonly input?: number;
  readonly output?: number;
}

/** Transcribes speech. */
export interface TranscriptionPort {
  /** The model's entry in the catalog; undefined if it is not listed, and then its use is not billed. */
  readonly entry?: ModelEntry | undefined;
  /** The spoken words; empty if nobody speaks. Throws if the provider cannot be reached or refuses. */
  transcribe(note: VoiceNote, signal?: AbortSignal, onUsage?: (usage: TranscriptionUsage) => void): Promise<string>;
}
