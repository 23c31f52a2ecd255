import { expect, it } from 'vitest';
import { conflict, toHttp, tooManyRequests } from './errors.ts';

it('gives an expected failure its status and its message', () => {
  expect(toHttp(conflict('Taken.'))).toEqual({ status: 409, body: { msg: 'Taken.' }, unexpected: false });
});

it('tells how long to wait in whole milliseconds, never none', () => {
  expect(toHttp(tooManyRequests(1234.5)).body).toMatchObject({ _msBeforeNext: 1235 });
  expect(toHttp(tooManyRequests(0)).body).toMatchObject({ _msBeforeNext: 1 });
});

it('never lets the text of a fault out', () => {
  const faults = [
    new Error('password of db is hunter2'),
    'text',
    undefined,
    Object.assign(new Error('x'), { statusCode: 503 }),
  ];
  for (const fault of faults)
    expect(toHttp(fault)).toEqual({
      status: 500,
      body: { msg: 'An error occurred. Please try again.' },
      unexpected: true,
    });
});
