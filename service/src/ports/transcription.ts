export interface VoiceNote {
  readonly content: Uint8Array<ArrayBuffer>;
  /** By its content. */
  readonly type: 'audio/webm' | 'audio/mp4';
}

/** Turns spoken words into written ones. */
export interface TranscriptionPort {
  /** The words of the note; empty where nobody speaks. Throws where the provider cannot be reached or refuses. */
  transcribe(note: VoiceNote): Promise<string>;
}
