import { expect, test, vi } from 'vitest';
import { createDevice } from './device.ts';

const userAgent = 'Any/1.0';
const link = { title: 'Tides', url: 'https://atrium.test/?id=abc' };

test('a browser with a share dialog gets the link; canceling it is not a failure', async () => {
  const share = vi.fn<Navigator['share']>(() => Promise.resolve());
  const device = createDevice({ userAgent, share });
  await device.share?.(link);
  expect(share).toHaveBeenCalledWith(link);
  share.mockRejectedValueOnce(new DOMException('Dismissed', 'AbortError'));
  await expect(device.share?.(link)).resolves.toBeUndefined();
  share.mockRejectedValueOnce(new DOMException('No', 'NotAllowedError'));
  await expect(device.share?.(link)).rejects.toThrow('No');
});

test('a browser that cannot share offers no way to', () => {
  expect(createDevice({ userAgent })).toEqual({ userAgent });
});
