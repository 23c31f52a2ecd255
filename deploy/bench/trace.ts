import type { CDPSession } from 'playwright';

/** What a trace reports about a thread, a task or an event. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly args?: {
    readonly name?: string;
    readonly data?: { readonly interactionId?: number; readonly duration?: number };
  };
  /** Microseconds of processor time, which other work on the machine affects less. */
  readonly tdur?: number;
}

/** The events with these names that the browser reports while `act` runs. */
const trace = async (
  devtools: CDPSession,
  category: string,
  names: readonly string[],
  act: () => Promise<void>,
): Promise<TraceEvent[]> => {
  const events: TraceEvent[] = [];
  const collect = ({ value }: { value: object[] }) => {
    for (const event of value as TraceEvent[]) if (names.includes(event.name)) events.push(event);
  };
  devtools.on('Tracing.dataCollected', collect);
  await devtools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: [category] },
  });
  await act();
  const ended = new Promise<void>((resolve) => {
    devtools.once('Tracing.tracingComplete', () => resolve());
  });
  await devtools.send('Tracing.end');
  await ended;
  devtools.off('Tracing.dataCollected', collect);
  return events;
};

/** The longest task of the page's main thread while `act` runs, in milliseconds of processor time. */
export const longestTask = async (devtools: CDPSession, act: () => Promise<void>): Promise<number> => {
  const events = await trace(devtools, 'disabled-by-default-devtools.timeline', ['RunTask', 'thread_name'], act);
  const main = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}-${tid}`),
  );
  const tasks = events.filter(({ name, pid, tid }) => name === 'RunTask' && main.has(`${pid}-${tid}`));
  if (tasks.length === 0) throw new Error('The trace contains no tasks of the page.');
  return tasks.reduce((longest, { tdur = 0 }) => Math.max(longest, tdur / 1000), 0);
};

/**
 * Milliseconds from each key press while `act` runs to the paint it causes. The page itself gets these times only in
 * steps of 8 ms, and none below 16 ms.
 */
export const keyTimes = async (devtools: CDPSession, act: () => Promise<void>): Promise<number[]> => {
  const spent = new Map<number, number>();
  for (const { args } of await trace(devtools, 'devtools.timeline', ['EventTiming'], act)) {
    const { interactionId = 0, duration = 0 } = args?.data ?? {};
    if (interactionId > 0) spent.set(interactionId, Math.max(spent.get(interactionId) ?? 0, duration));
  }
  return [...spent.values()];
};
