const last = new Map<string, Promise<unknown>>();

/**
 * Works on one team after the other's work on it has settled, within this process: whoever would wait for the team's row
 * waits here, without a connection that others need.
 */
export const queueForTeam = async <T>(teamId: string, work: () => Promise<T>): Promise<T> => {
  const before = last.get(teamId);
  const mine = (async () => {
    // Whoever began it hears of its failure.
    await before?.catch(() => undefined);
    return work();
  })();
  last.set(teamId, mine);
  try {
    return await mine;
  } finally {
    if (last.get(teamId) === mine) last.delete(teamId);
  }
};
