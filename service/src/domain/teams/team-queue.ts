const last = new Map<string, Promise<unknown>>();

/**
 * Queues work on one team within this process. Work that would wait for the lock on the team's row waits here instead,
 * without occupying a database connection.
 */
export const queueForTeam = async <T>(teamId: string, work: () => Promise<T>): Promise<T> => {
  const before = last.get(teamId);
  const mine = (async () => {
    // The caller of the failed work handles its failure.
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
