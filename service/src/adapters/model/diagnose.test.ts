import { describe, expect, it, test } from 'vitest';
import { diagnose, retryAfter, withoutKeys } from './diagnose.ts';

const answered = (status: number, headers: Record<string, string> = {}) => ({ status, headers: new Headers(headers) });

describe('why a model does not answer', () => {
  test.each([
    [429, 'Rate limit reached for requests', 'busy', true],
    [503, 'No capacity.', 'busy', true],
    [529, '{"type":"overloaded_error"}', 'busy', true],
    [429, 'You exceeded your current quota, insufficient_quota', 'misconfigured', false],
    [400, "This model's maximum context length is 8192 tokens.", 'too-long', false],
    [413, 'Request entity too large', 'too-long', false],
    [400, 'prompt is too long: 210000 tokens > 200000 maximum', 'too-long', false],
    [400, 'input length and `max_tokens` exceed context limit: 145000 + 64000 > 200000', 'too-long', false],
    [400, "This model's maximum prompt length is 131072 but it contains 537812 tokens.", 'too-long', false],
    [400, 'The response was filtered due to the content management policy.', 'refused', false],
    [401, 'Incorrect API key provided.', 'misconfigured', false],
    [403, 'Country not supported.', 'misconfigured', false],
    [404, 'The model `x` does not exist.', 'misconfigured', false],
    [200, '<!doctype html>', 'misconfigured', false],
    [500, 'Internal error.', 'unreachable', true],
    [502, 'Bad gateway', 'unreachable', true],
  ] as const)('status %i with “%s” is %s', (status, message, kind, passing) => {
    const failure = diagnose({ message }, answered(status));
    expect([failure.kind, failure.passing]).toEqual([kind, passing]);
    expect(failure.message).toContain(`The model answered ${status}: `);
  });

  it('in the middle of a stream is recognized by its text', () => {
    expect(diagnose({ message: 'Overloaded' }, undefined)).toMatchObject({ kind: 'busy' });
    expect(diagnose({ code: 'context_length_exceeded' }, undefined)).toMatchObject({ kind: 'too-long' });
    expect(diagnose({ message: 'Something broke' }, undefined)).toMatchObject({ kind: 'unreachable' });
  });

  it('is reported without keys', () => {
    const apiKey = 'topsecretvalue';
    for (const text of [
      `Incorrect API key provided: ${apiKey}.`,
      'Incorrect API key provided: sk-proj-abc123DEF.',
      'Incorrect API key provided: my-k***************ey.',
      'Bad header: Bearer abcdef123456',
    ])
      expect(withoutKeys(text, apiKey)).not.toMatch(/topsecret|abc|my-k\*|\*ey/);
  });

  it('names how long to wait, in seconds or as a date', () => {
    const now = Date.parse('2026-11-23T00:00:00Z');
    const after = (value: string) => retryAfter(new Headers({ 'retry-after': value }), now);
    expect(after('7')).toBe(7000);
    expect(after('Mon, 23 Nov 2026 00:00:30 GMT')).toBe(30_000);
    expect(after('Sun, 22 Nov 2026 00:00:00 GMT')).toBe(0);
    expect(after('soon')).toBeUndefined();
    expect(retryAfter(new Headers())).toBeUndefined();
    expect(diagnose({}, answered(429, { 'retry-after': '3' })).wait).toBe(3000);
  });
});
