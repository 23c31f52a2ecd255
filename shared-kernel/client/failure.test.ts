import { describe, expect, test } from 'vitest';
import * as calls from '../contracts/calls.ts';
import { CallFailure } from './call-failure.ts';
import { isCallFailure, isFailure, isGeneralFailure, messageOf } from './failure.ts';

const failed = (body: unknown) => new CallFailure(400, 'Bad Request', body, 'auth.login: 400');

describe('a failed call', () => {
  test('is recognized by its name, also if another copy of the kernel created it', () => {
    expect(isCallFailure(failed({}))).toBe(true);
    expect(isCallFailure(Object.assign(new Error('old'), { name: 'CallError' }))).toBe(true);
    expect(isCallFailure(new Error('another'))).toBe(false);
    expect(isCallFailure({ name: 'CallError' })).toBe(false);
    expect(isCallFailure(undefined)).toBe(false);
  });

  test.each([
    [{ msg: 'Slow down.' }, 'Slow down.'],
    [{ msg: '' }, undefined],
    [{ msg: 7 }, undefined],
    [{}, undefined],
    [undefined, undefined],
    [null, undefined],
  ])('%j has the message %j', (body, msg) => {
    expect(failed(body).msg).toBe(msg);
    expect(messageOf(failed(body), 'fallback')).toBe(msg ?? 'fallback');
  });

  test.each([
    [{ _msBeforeNext: 4200 }, 4200],
    [{ _msBeforeNext: 0 }, 0],
    [{ _msBeforeNext: -1 }, undefined],
    [{ _msBeforeNext: '4200' }, undefined],
    [{}, undefined],
    [undefined, undefined],
  ])('%j requires to wait %j', (body, wait) => {
    expect(failed(body).waitMs).toBe(wait);
  });

  test('has one code: that of its call, or a general one', () => {
    const wrong = failed({ code: 'wrong-credentials', msg: 'No.' });
    expect(isFailure(wrong, calls.auth.login, 'wrong-credentials')).toBe(true);
    expect(isFailure(wrong, calls.auth.login, 'too-many-logins')).toBe(false);
    expect(isGeneralFailure(failed({ code: 'stale' }), 'stale')).toBe(true);
    expect(isGeneralFailure(wrong, 'stale')).toBe(false);
    for (const other of [failed(undefined), new Error('internal'), { body: { code: 'stale' } }])
      expect(isGeneralFailure(other, 'stale')).toBe(false);
  });
});
