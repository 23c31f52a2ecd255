import { expect, test } from 'vitest';
import { createFallbacks } from './fallbacks.ts';

const named = (version: string) => ({ name: 'mf-chat', version });

/** Fallbacks of which some versions cannot be downloaded, with the log of all attempts, on a clock of their own. */
const open = () => {
  const failing = new Set<string>();
  const attempts: string[] = [];
  const problems: string[] = [];
  let time = 0;
  const fallbacks = createFallbacks({
    async download({ version }) {
      attempts.push(version);
      if (failing.has(version)) throw new Error(`${version} is missing.`);
    },
    report: (problem) => problems.push(problem),
    now: () => time,
  });
  return { fallbacks, failing, attempts, problems, wait: (ms: number) => void (time += ms) };
};

test('only what failed is downloaded again, at the next poll and then less and less often, and is reported once', async () => {
  const { fallbacks, failing, attempts, problems, wait } = open();
  failing.add('1.0.0');
  await fallbacks.follow([named('1.0.0'), named('2.0.0')]);
  expect(attempts.splice(0)).toEqual(['1.0.0', '2.0.0']);
  const countFor = async (seconds: number) => {
    for (let at = 0; at < seconds; at += 1) {
      expect(await fallbacks.retry()).toBe(false);
      wait(1000);
    }
    return attempts.splice(0).length;
  };
  expect(await countFor(1)).toBe(1);
  expect(await countFor(63)).toBeLessThan(7);
  expect(await countFor(600)).toBe(10);
  expect(problems).toEqual(['1.0.0 is missing.']);
  failing.clear();
  wait(60_000);
  expect(await fallbacks.retry()).toBe(true);
  expect(attempts.splice(0)).toEqual(['1.0.0']);
  expect(await countFor(600)).toBe(0);
});

test('what has arrived is known although the rest still fails, and a new set replaces what was owed', async () => {
  const { fallbacks, failing, attempts } = open();
  failing.add('1.0.0').add('2.0.0');
  await fallbacks.follow([named('1.0.0'), named('2.0.0')]);
  failing.delete('2.0.0');
  expect(await fallbacks.retry()).toBe(true);
  await fallbacks.follow([named('3.0.0')]);
  attempts.length = 0;
  expect(await fallbacks.retry()).toBe(false);
  expect(attempts).toEqual([]);
});
