export interface InputPicture {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

export interface PictureRequest {
  readonly prompt: string;
  /** Pictures to change; none: a new one is made. */
  readonly inputs: readonly InputPicture[];
}

/** `refused`: the provider does not make such a picture; `limited`: too much was asked of it for now. */
export type PictureFailure = 'refused' | 'limited' | 'failed' | 'tooLarge' | 'aborted';
export type PictureAnswer =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly reason: PictureFailure; readonly cause?: string };

/** Makes pictures. Nothing here throws: what is expected to fail is an answer. */
export interface ImagesPort {
  readonly label: string;
  /** Pictures that one request may have as its inputs. */
  readonly inputsMost: number;
  make(request: PictureRequest, signal: AbortSignal): Promise<PictureAnswer>;
}

/** Bytes of a picture that are taken from a provider. */
export const pictureMost = 20 * 1024 * 1024;
