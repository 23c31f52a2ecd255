/** The content of an answer, independent of the wire format. */
export interface ScriptedAnswer {
  readonly thoughts?: readonly string[];
  readonly words?: readonly string[];
  /** How it ends. `none`: it breaks off. */
  readonly end?: 'whole' | 'longest' | 'filtered' | 'none';
  /** An error in the provider's format, in the stream after the words. */
  readonly error?: object;
  /** The model calls a tool that was not offered. */
  readonly tool?: boolean;
}

/** The usage of every answer, in tokens. */
export const reported = { input: 20, output: 7, cached: 12, thought: 3 };
