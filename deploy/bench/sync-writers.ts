import { median } from 'simple-statistics';
import { type Figure, figure } from './figure.ts';
import { openStage, short } from './sync-stage.ts';

const rounds = short ? 1 : 7;

/** What it costs a transaction that adds a memory to store its change; and what it did while it notified at the commit. */
export const commits = async (say: (text: string) => void): Promise<Figure[]> => {
  const stage = await openStage({ redis: false });
  try {
    await stage.stop(stage.first);
    const figures: Figure[] = [];
    for (const [writers, limit] of [
      [1, 1.35],
      [20, 1.35],
    ] as const) {
      const { nothing, stored, notified } = await stage.database.commits(writers, rounds);
      say(`${writers} writers: ${JSON.stringify({ nothing, stored, notified })}`);
      const name = writers === 1 ? '1 writer' : `${writers} writers`;
      figures.push(
        figure(`transactions of ${name} that store no change`, median(nothing), '/s'),
        figure(`transactions of ${name} that store it`, median(stored), '/s'),
        figure(`transactions of ${name} that notify as well`, median(notified), '/s'),
        figure(`without a change over with one, ${name}`, median(nothing) / median(stored), '', limit),
      );
    }
    return figures;
  } finally {
    await stage.end();
  }
};
