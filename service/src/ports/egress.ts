export interface EgressLimits {
  /** Accepted media types, without parameters. */
  readonly types: readonly string[];
  /** Bytes of the body after decompression. */
  readonly maxBytes: number;
  /** Milliseconds for the whole request, including redirects. */
  readonly timeout: number;
  readonly maxRedirects: number;
}

/**
 * Why there is no answer. `address`: not a URL of the public web; `redirects`: too many; `time`: too slow; `bytes`: too
 * large; `type`: not an accepted type; `status`: the server answered with an error; `network`: unreachable; `aborted`:
 * by the caller's signal.
 */
export type EgressFailure = 'address' | 'redirects' | 'time' | 'bytes' | 'type' | 'status' | 'network' | 'aborted';

export type EgressAnswer =
  | {
      readonly ok: true;
      /** The final URL after redirects. */
      readonly url: string;
      readonly type: string;
      /** As the server names it, in lower case. */
      readonly charset: string | undefined;
      readonly body: Buffer;
    }
  | { readonly ok: false; readonly reason: EgressFailure; readonly status?: number };

/** Fetches URLs that users or models name, from the public web only. */
export interface EgressClient {
  /** Never throws. Sends no cookie, no referrer and nothing about the user. */
  get(url: string, limits: EgressLimits, signal?: AbortSignal): Promise<EgressAnswer>;
  close(): Promise<void>;
}
