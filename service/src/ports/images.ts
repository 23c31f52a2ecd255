import type { ModelFailure } from './model-failure.ts';

export interface InputPicture {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

export interface PictureRequest {
  readonly prompt: string;
  /** Pictures to edit; if empty, a new one is made. */
  readonly inputs: readonly InputPicture[];
}

export type PictureAnswer =
  | { readonly ok: true; readonly bytes: Uint8Array }
  /** Without a failure, the caller has aborted. */
  | { readonly ok: false; readonly failure?: ModelFailure };

/** Makes pictures. Nothing here throws: an expected failure is an answer. */
export interface ImagesPort {
  readonly label: string;
  /** Pictures that one request may have as its inputs. */
  readonly inputsMost: number;
  make(request: PictureRequest, signal: AbortSignal): Promise<PictureAnswer>;
}

/** Bytes of a picture that are accepted from a provider. */
export const pictureMost = 20 * 1024 * 1024;
