import { BehaviorSubject, distinctUntilChanged, map, type Observable } from 'rxjs';
import { CallFailure } from './call-failure.ts';

export interface UploadOptions {
  readonly signal?: AbortSignal;
  /** Called with 0 to 100. */
  readonly progress?: (percent: number) => void;
}

const running$ = new BehaviorSubject(0);
/** Whether files of this page are uploaded right now. */
export const uploading$: Observable<boolean> = running$.pipe(
  map((count) => count > 0),
  distinctUntilChanged(),
);

/**
 * PUT of a file. It is the only XMLHttpRequest of the product, because `fetch` does not report the progress of an
 * upload.
 */
export const upload = (url: string, file: Blob, { signal, progress }: UploadOptions = {}): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = (status: number, text: string) => reject(new CallFailure(status, text, undefined, 'Upload failed.'));
    const abort = () => request.abort();
    const cancelled = () => reject(new DOMException('The upload was canceled.', 'AbortError'));
    // A request that was not sent yet emits no abort event.
    if (signal?.aborted) return cancelled();
    request.open('PUT', url);
    request.setRequestHeader('content-type', file.type || 'application/octet-stream');
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) progress?.(Math.round((event.loaded / event.total) * 100));
    });
    request.addEventListener('load', () =>
      request.status >= 200 && request.status < 300 ? resolve() : fail(request.status, request.statusText),
    );
    request.addEventListener('error', () => fail(0, ''));
    request.addEventListener('abort', cancelled);
    request.addEventListener('loadend', () => {
      signal?.removeEventListener('abort', abort);
      running$.next(running$.value - 1);
    });
    signal?.addEventListener('abort', abort);
    running$.next(running$.value + 1);
    request.send(file);
  });
