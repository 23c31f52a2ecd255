import { Stripe } from 'stripe';
import { expect, it } from 'vitest';
import { DomainError } from '../domain/domain-error.ts';
import { isUndeclared, secondsToWait, toHttp } from './failure.ts';

it('gives an expected failure its status, its code and its sentence', () => {
  expect(toHttp(new DomainError('username-taken'))).toEqual({
    status: 409,
    body: { code: 'username-taken', msg: 'This username is taken.' },
    unexpected: false,
  });
});

it('returns how long to wait in whole milliseconds, never none', () => {
  expect(toHttp(new DomainError('too-many-logins', { wait: 1234.5 })).body).toMatchObject({ _msBeforeNext: 1235 });
  expect(toHttp(new DomainError('too-many-logins', { wait: 0 })).body).toMatchObject({ _msBeforeNext: 1 });
});

it('states the wait in whole seconds, never too few, if there is one', () => {
  const secondsOf = (wait: number) => secondsToWait(toHttp(new DomainError('too-many-logins', { wait })).body);
  expect([1, 1000, 1001, 60_000].map(secondsOf)).toEqual([1, 1, 2, 60]);
  expect(secondsToWait(toHttp(new DomainError('username-taken')).body)).toBeUndefined();
});

it.each([
  [400, 'invalid-json', 'The request is not valid JSON.'],
  [413, 'too-large', 'The request is too large.'],
  [415, 'not-json', 'Please send JSON.'],
  [431, 'invalid-request', 'The request is not valid.'],
])('names what the server refuses with %i: %s', (statusCode, code, msg) => {
  const refused = Object.assign(new Error('refused'), { code: 'FST_ERR', statusCode });
  expect(toHttp(refused)).toEqual({ status: statusCode, body: { code, msg }, unexpected: false });
});

it('never sends the text of an internal error', () => {
  const faults = [
    new Error('password of db is hunter2'),
    'text',
    undefined,
    Object.assign(new Error('x'), { code: 'FST_ERR', statusCode: 500 }),
    Object.assign(new Error('x'), { code: 'FST_ERR', statusCode: 503 }),
  ];
  for (const fault of faults)
    expect(toHttp(fault)).toEqual({
      status: 500,
      body: { code: 'unexpected', msg: 'An error occurred. Please try again.' },
      unexpected: true,
    });
});

it.each([400, 401, 403, 404, 429])('treats the %i that another service gave as an error of its own', (statusCode) => {
  const { errors } = Stripe;
  const given = {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: 'No such plan',
    statusCode,
  } as const;
  for (const refused of [
    errors.StripeError.generate(given),
    new errors.StripeAuthenticationError(given),
    Object.assign(new Error('x'), { statusCode }),
  ])
    expect(toHttp(refused)).toMatchObject({ status: 500, body: { code: 'unexpected' }, unexpected: true });
});

it('does not count a request as a fault whose sender has gone away', () => {
  const gone = Object.assign(new Error('aborted'), { code: 'ECONNRESET', statusCode: 400 });
  expect(toHttp(gone)).toMatchObject({ status: 400, unexpected: false });
});

it('detects a failure that its call does not declare', () => {
  expect(isUndeclared('auth.login', new DomainError('unknown-chat'))).toBe(true);
  expect(isUndeclared('auth.login', new DomainError('wrong-credentials'))).toBe(false);
  expect(isUndeclared('auth.login', new Error('x'))).toBe(false);
  expect(isUndeclared('auth.nothing', new DomainError('unknown-file'))).toBe(false);
  expect(isUndeclared(undefined, new DomainError('unknown-file'))).toBe(false);
});
