/** The given `day` of the month one interval after `start`, in UTC. A shorter month gives its last day. */
export const addInterval = (start: Date, interval: 'month' | 'year', day = start.getUTCDate()): Date => {
  const end = new Date(start);
  end.setUTCDate(1);
  if (interval === 'year') end.setUTCFullYear(end.getUTCFullYear() + 1);
  else end.setUTCMonth(end.getUTCMonth() + 1);
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(day, lastDay));
  return end;
};
