import { expect, test } from 'vitest';
import { bestMatch } from './best-match.ts';

const best = (pathname: string, ...paths: string[]) =>
  bestMatch(
    paths.map((path) => ({ path })),
    pathname,
  )?.path;

test('the most specific route for a path wins, wherever it is in the list', () => {
  const paths = ['*', '/team/:id', '/team/new', '/team/*'];
  expect(best('/team/new', ...paths)).toBe('/team/new');
  expect(best('/team/7', ...paths)).toBe('/team/:id');
  expect(best('/team/7/8', ...paths)).toBe('/team/*');
  expect(best('/else', ...paths)).toBe('*');
});

test('case and a trailing slash make no difference, and an unknown path matches none', () => {
  expect(best('/Team/', '/team')).toBe('/team');
  expect(best('/else', '/team')).toBeUndefined();
});

test('a path that is written with escapes, or begins with a parameter, is found as well', () => {
  expect(best('/t%65am', '/team')).toBe('/team');
  expect(best('/team', '/:name', '/else')).toBe('/:name');
  expect(best('/', '/', '/team')).toBe('/');
});
