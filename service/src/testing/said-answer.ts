/** What an answer holds, whatever its wire format. */
export interface SaidAnswer {
  readonly thoughts?: readonly string[];
  readonly words?: readonly string[];
  /** How it ends; `none`: it breaks off. */
  readonly end?: 'whole' | 'longest' | 'filtered' | 'none';
  /** An error in the stream, in the provider's own form, behind the words. */
  readonly error?: object;
  /** The model calls a tool that nobody gave it. */
  readonly tool?: boolean;
}

/** Of every answer, in tokens. */
export const said = { input: 20, output: 7, cached: 12, thought: 3 };
