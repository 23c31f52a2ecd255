import { afterEach, expect, test, vi } from 'vitest';
import { createScriptUrls } from './federation-loader.ts';

const allowed = (url: string) => url === '/assets/mf-chat/1.0.0/entry.js';
afterEach(() => vi.unstubAllGlobals());

test('an address of the release set passes, any other is refused', () => {
  const scriptUrl = createScriptUrls(allowed);
  expect(scriptUrl('/assets/mf-chat/1.0.0/entry.js')).toBe('/assets/mf-chat/1.0.0/entry.js');
  expect(() => scriptUrl('/objects/upload.js')).toThrow('/objects/upload.js is not a script of this release set.');
});

test('where Trusted Types are there, the address comes from the policy of the shell', () => {
  const createPolicy = vi.fn((_name: string, rules: { createScriptURL(url: string): string }) => ({
    createScriptURL: (url: string) => ({ trusted: rules.createScriptURL(url) }),
  }));
  vi.stubGlobal('trustedTypes', { createPolicy });
  const scriptUrl = createScriptUrls(allowed);
  expect(createPolicy).toHaveBeenCalledWith('atrium', expect.anything());
  expect(scriptUrl('/assets/mf-chat/1.0.0/entry.js')).toEqual({ trusted: '/assets/mf-chat/1.0.0/entry.js' });
  expect(() => scriptUrl('/objects/upload.js')).toThrow(/not a script of this release set/);
});
