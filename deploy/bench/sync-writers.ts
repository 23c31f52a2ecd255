import { median } from 'simple-statistics';
import { type Figure, figure } from './figure.ts';
import { openStage, short } from './sync-stage.ts';

const rounds = short ? 1 : 15;
/**
 * The ratio may be this high because the reference machine has two cores, which the writers share with the database.
 */
const ratioAtMost = 1.5;

/**
 * What it costs a transaction that adds a memory to store its change, compared with the earlier way of notifying at the
 * commit.
 */
export const commits = async (log: (text: string) => void): Promise<Figure[]> => {
  const stage = await openStage({ redis: false });
  try {
    await stage.stop(stage.first);
    const figures: Figure[] = [];
    for (const writers of [1, 20]) {
      const { nothing, stored, notified } = await stage.database.commits(writers, rounds);
      // The variants run side by side, so that a busy machine affects all three of a round.
      const over = (way: readonly number[]) => median(nothing.map((one, round) => one / way[round]!));
      const name = writers === 1 ? '1 writer' : `${writers} writers`;
      log(`${name}, transactions each second: ${JSON.stringify({ nothing, stored, notified })}`);
      figures.push(
        figure(`transactions of ${name} that store no change`, median(nothing), '/s'),
        figure(`transactions of ${name} that store it`, median(stored), '/s'),
        figure(`transactions of ${name} that notify as well`, median(notified), '/s'),
        figure(`without a change over with one, ${name}`, over(stored), '', ratioAtMost),
        figure(`without a change over with a notification, ${name}`, over(notified), ''),
      );
    }
    return figures;
  } finally {
    await stage.end();
  }
};
