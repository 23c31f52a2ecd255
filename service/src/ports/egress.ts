export interface EgressLimits {
  /** Media types that are read, without parameters. */
  readonly types: readonly string[];
  /** Of the body, after decompression. */
  readonly maxBytes: number;
  /** For all of it, redirects too; in milliseconds. */
  readonly timeout: number;
  readonly maxRedirects: number;
}

/**
 * Why there is no answer. `address`: not an address of the public web; `redirects`: too many; `time`: too slow;
 * `bytes`: too large; `type`: of another type; `status`: a failure of the other side; `network`: unreachable;
 * `aborted`: the caller's signal.
 */
export type EgressFailure = 'address' | 'redirects' | 'time' | 'bytes' | 'type' | 'status' | 'network' | 'aborted';

export type EgressAnswer =
  | {
      readonly ok: true;
      /** Where the redirects ended. */
      readonly url: string;
      readonly type: string;
      /** As the server names it, in small letters. */
      readonly charset: string | undefined;
      readonly body: Buffer;
    }
  | { readonly ok: false; readonly reason: EgressFailure; readonly status?: number };

/** Reads addresses that people or models name, from the public web alone. */
export interface EgressClient {
  /** Never throws. Sends no cookie, no referrer and nothing of the user. */
  get(url: string, limits: EgressLimits, signal?: AbortSignal): Promise<EgressAnswer>;
  close(): Promise<void>;
}
