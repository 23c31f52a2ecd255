import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { upload, uploading$ } from './upload.ts';

/** A browser's request whose events the test emits. */
class FakeRequest extends EventTarget {
  static readonly made: FakeRequest[] = [];
  readonly upload = new EventTarget();
  readonly sent: unknown[] = [];
  status = 0;
  statusText = '';
  aborted = false;
  constructor() {
    super();
    FakeRequest.made.push(this);
  }
  open(...what: unknown[]) {
    this.sent.push(what);
  }
  setRequestHeader(...what: unknown[]) {
    this.sent.push(what);
  }
  send(file: unknown) {
    this.sent.push(file);
  }
  abort() {
    this.aborted = true;
    this.end('abort');
  }
  end(kind: string, status = 0, statusText = '') {
    Object.assign(this, { status, statusText });
    this.dispatchEvent(new Event(kind));
    this.dispatchEvent(new Event('loadend'));
  }
  progress(loaded: number, total: number, lengthComputable = true) {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total, lengthComputable }));
  }
}

beforeEach(() => {
  FakeRequest.made.length = 0;
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
});
afterEach(() => vi.unstubAllGlobals());

const begin = (file = new Blob(['tea'], { type: 'text/plain' }), options?: Parameters<typeof upload>[2]) => {
  const done = upload('/objects/1', file, options);
  return { done, request: FakeRequest.made[0]!, file };
};

test('an upload sends the file with its type, or as bytes if it has none', async () => {
  const { done, request, file } = begin();
  expect(request.sent).toEqual([['PUT', '/objects/1'], ['content-type', 'text/plain'], file]);
  request.end('load', 204);
  await expect(done).resolves.toBeUndefined();
  FakeRequest.made.length = 0;
  const other = begin(new Blob(['tea']));
  expect(other.request.sent[1]).toEqual(['content-type', 'application/octet-stream']);
  other.request.end('load', 200);
  await other.done;
});

test('an upload reports its progress in whole percents, if the length is known', async () => {
  const seen: number[] = [];
  const { done, request } = begin(undefined, { progress: (percent) => seen.push(percent) });
  request.progress(1, 3);
  request.progress(1, 0, false);
  request.progress(3, 3);
  request.end('load', 200);
  await done;
  expect(seen).toEqual([33, 100]);
  const silent = begin();
  FakeRequest.made.at(-1)!.progress(1, 2);
  FakeRequest.made.at(-1)!.end('load', 200);
  await silent.done;
});

test.each([
  ['load', 199, 'Odd'],
  ['load', 300, 'Multiple Choices'],
  ['load', 403, 'Forbidden'],
  ['error', 0, ''],
] as const)('an upload that ends by %s with %i fails', async (kind, status, statusText) => {
  const { done, request } = begin();
  request.end(kind, status, statusText);
  await expect(done).rejects.toMatchObject({ name: 'CallError', message: 'Upload failed.', status, statusText });
});

test('an upload that is canceled ends its request, and one that has ended ignores the signal', async () => {
  const canceling = new AbortController();
  const { done, request } = begin(undefined, { signal: canceling.signal });
  canceling.abort();
  expect(request.aborted).toBe(true);
  await expect(done).rejects.toMatchObject({ name: 'AbortError', message: 'The upload was canceled.' });

  FakeRequest.made.length = 0;
  const late = new AbortController();
  const over = begin(undefined, { signal: late.signal });
  over.request.end('load', 200);
  await over.done;
  late.abort();
  expect(over.request.aborted).toBe(false);
});

test('an upload that was canceled before it began sends nothing', async () => {
  const { done, request } = begin(undefined, { signal: AbortSignal.abort() });
  await expect(done).rejects.toMatchObject({ name: 'AbortError', message: 'The upload was canceled.' });
  expect(request.sent).toEqual([]);
});

test('a page knows whether it uploads files, until the last of them has ended', () => {
  const seen: boolean[] = [];
  const watching = uploading$.subscribe((uploading) => seen.push(uploading));
  for (let file = 1; file <= 2; file += 1) upload('/objects/1', new Blob(['tea'])).catch(() => undefined);
  upload('/objects/1', new Blob(['tea']), { signal: AbortSignal.abort() }).catch(() => undefined);
  expect(seen).toEqual([false, true]);
  FakeRequest.made[0]!.end('load', 200);
  expect(seen).toEqual([false, true]);
  FakeRequest.made[1]!.end('error');
  expect(seen).toEqual([false, true, false]);
  watching.unsubscribe();
});
