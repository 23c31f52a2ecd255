import { expect, test } from 'vitest';
import { createCohorts } from './cohort.ts';

const cohorts = createCohorts('the key of an environment', 'local');
const own = cohorts.cookieFor(7, false).split(';', 1)[0] ?? '';

test('a cohort is signed, for a year, where no script reads it, and over TLS for TLS only', () => {
  expect(cohorts.cookieFor(7, false)).toMatch(
    /^atrium_cohort=7\.[\w-]{43}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax$/,
  );
  expect(cohorts.cookieFor(7, true)).toMatch(/; Secure$/);
  expect(cohorts.read(`a=1; ${own}; b=2`)).toEqual({ cohort: 7, signed: true });
});

test('a browser cannot choose its cohort: only a cohort signed by this environment counts', () => {
  const foreign = createCohorts('another key of an edge', 'local').cookieFor(7, false);
  const elsewhere = createCohorts('the key of an environment', 'staging').cookieFor(7, false);
  for (const chosen of ['', 'atrium_cohort=7', foreign, elsewhere, own.replace('=7.', '=8.'), `${own}x`])
    expect(cohorts.read(chosen), chosen).toBeUndefined();
});

test('an unsigned cohort of an earlier edge is accepted if the report token contains the same one', () => {
  expect(cohorts.read('atrium_cohort=7', 7)).toEqual({ cohort: 7, signed: false });
  expect(cohorts.read('atrium_cohort=8', 7)).toBeUndefined();
});
