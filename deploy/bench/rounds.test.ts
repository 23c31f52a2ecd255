import { expect, test } from 'vitest';
import { measureRounds, type Sample } from './rounds.ts';

const calibrated = (limit: number) => ({
  name: 'search',
  unit: 'ms',
  limit,
  beside: { calibration: 'the fixed query', reference: 10 },
});
const peered = { name: 'boot', unit: 'ms', limit: 1.1, beside: { peer: 'few' } };

/** Rounds that give these samples one after another, and then repeat the last one. */
const giving = (...samples: readonly Sample[]) => {
  let given = 0;
  return {
    round: async () => {
      given += 1;
      return { figure: samples[given - 1] ?? samples.at(-1)! };
    },
    count: () => given,
  };
};

test('a machine that is slow, or busy in some rounds, gives the same figure as the reference machine', async () => {
  const { round } = giving({ value: 80, beside: 20 }, { value: 400, beside: 100 }, { value: 40, beside: 10 });
  const { figure } = await measureRounds({ figures: { figure: calibrated(100) }, rounds: [6, 6] }, round);
  expect(figure).toMatchObject({ value: 40, unit: 'ms', limit: 100, ok: true, summary: { spread: 0, rounds: 6 } });
  expect(figure.here).toBe('40 ms here, where the fixed query takes 10 ms and not 10');
});

test('a figure with a peer is the ratio to it', async () => {
  const { round } = giving({ value: 1050, beside: 1000 });
  const { figure } = await measureRounds({ figures: { figure: peered }, rounds: [6, 6] }, round);
  expect(figure).toMatchObject({ value: 1.05, unit: '', ok: true });
  expect(figure.here).toBe('1050 ms here, few 1000 ms');
});

test('rounds end as soon as the median is stable, but not before the minimum number', async () => {
  const steady = giving({ value: 50, beside: 10 });
  await measureRounds({ figures: { figure: calibrated(100) }, rounds: [8, 20] }, steady.round);
  expect(steady.count()).toBe(8);
  const settling = giving({ value: 10, beside: 10 }, { value: 110, beside: 10 }, { value: 50, beside: 10 });
  await measureRounds({ figures: { figure: calibrated(100) }, rounds: [6, 20] }, settling.round);
  // With nine rounds, the lowest and the highest lie outside the interval.
  expect(settling.count()).toBe(9);
});

test('a median that does not become stable ends at the maximum number of rounds, as a miss of its own', async () => {
  let at = 0;
  const round = async () => ({ figure: { value: (at += 1) % 2 ? 40 : 110, beside: 10 } });
  const { figure } = await measureRounds({ figures: { figure: calibrated(100) }, rounds: [6, 12] }, round);
  expect(at).toBe(12);
  expect(figure).toMatchObject({ value: 75, ok: false, miss: 'stable' });
});

test('all figures of a plan have to be stable', async () => {
  let at = 0;
  const round = async () => {
    at += 1;
    return { steady: { value: 10, beside: 10 }, rising: { value: at < 3 ? 110 : 50, beside: 10 } };
  };
  const figures = { steady: calibrated(100), rising: calibrated(100) };
  const { steady } = await measureRounds({ figures, rounds: [6, 40] }, round);
  expect(at).toBeGreaterThan(6);
  expect(steady.summary?.rounds).toBe(at);
});
