import { setTimeout as pause } from 'node:timers/promises';
import { ChangeReader } from './sync-reader.ts';

/**
 * Many browsers in a separate process, so that their cost does not count as the service's. `open` starts them and is
 * answered when each has its first line. `received` returns the changes that they have received, and when.
 */
export type ToSwarm = Open | { readonly received: true };

interface Open {
  /** The browsers' cookies. */
  readonly open: readonly string[];
  readonly urls: readonly string[];
  readonly spreadMs: number;
}

export interface Received {
  /** The index of the browser. */
  readonly reader: number;
  readonly kind: string;
  readonly ids: readonly string[];
  /** Milliseconds since 1970. */
  readonly at: number;
}
export interface FromSwarm {
  readonly received: readonly Received[];
  readonly connections: number;
  readonly resets: number;
}

const readers: ChangeReader[] = [];
const received: Received[] = [];

const open = async ({ open: cookies, urls, spreadMs }: Open): Promise<void> => {
  for (const [at, cookie] of cookies.entries()) {
    const reader = readers.length;
    const onChanged = ({ kind, ids }: { kind: string; ids: readonly string[] }) =>
      received.push({ reader, kind, ids, at: performance.timeOrigin + performance.now() });
    const one = new ChangeReader({ urls, cookie, onChanged }, at);
    readers.push(one);
    void one.follow();
    await pause(spreadMs / cookies.length);
  }
  await Promise.all(readers.map(({ ready }) => ready));
};

const sum = (of: (reader: ChangeReader) => number) => readers.reduce((total, one) => total + of(one), 0);

process.on('message', (message: ToSwarm) => {
  const answer = async () => {
    if ('open' in message) await open(message);
    const answer: FromSwarm = {
      received: 'received' in message ? received : [],
      connections: sum(({ connections }) => connections),
      resets: sum(({ resets }) => resets),
    };
    process.send?.(answer);
  };
  void answer();
});
process.once('disconnect', () => process.exit());
