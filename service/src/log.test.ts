import { expect, it } from 'vitest';
import { createLog, unquoted } from './log.ts';

const lines = (level = 'info') => {
  const written: string[] = [];
  const log = createLog(level, (line) => written.push(line));
  return { log, read: () => written.map((line) => JSON.parse(line) as Record<string, unknown>) };
};

it('writes one JSON object a line, from its level on', () => {
  const { log, read } = lines('warn');
  log.info('quiet');
  log.warn({ count: 2 }, 'Loud.');
  log.error('Plain.');
  expect(read()).toMatchObject([
    { level: 'warn', msg: 'Loud.', count: 2 },
    { level: 'error', msg: 'Plain.' },
  ]);
});

it('leaves the values of a failed query out of an error, and out of its cause', () => {
  const { log, read } = lines();
  const cause = Object.assign(new Error('duplicate key'), { code: '23505', detail: 'Key (email)=(ada@example.test)' });
  log.error({ err: new Error('Failed query: insert into users\nparams: ada@example.test', { cause }) }, 'Failed.');
  expect(JSON.stringify(read())).not.toContain('ada@example.test');
  expect(read()[0]).toMatchObject({ err: { message: 'Failed query: insert into users', cause: { code: '23505' } } });
});

it('reports an external failure without what it quotes', () => {
  const cause = Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:443'), { code: 'ECONNREFUSED' });
  expect(unquoted(new TypeError('fetch failed', { cause }))).toEqual({
    type: 'TypeError',
    message: 'fetch failed',
    cause: { type: 'Error', message: 'connect ECONNREFUSED 10.0.0.7:443', code: 'ECONNREFUSED' },
  });
  const quoting = `Unexpected token '<', "<a title="rivers of Ada">" is not valid JSON`;
  expect(unquoted(new SyntaxError(quoting))).toEqual({
    type: 'SyntaxError',
    message: 'Unexpected token … is not valid JSON',
  });
  expect(unquoted('secret')).toEqual({ type: 'string' });
});
