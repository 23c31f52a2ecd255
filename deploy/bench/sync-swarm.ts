import { setTimeout as pause } from 'node:timers/promises';
import { ChangeReader } from './sync-reader.ts';

/**
 * Many browsers in a process of their own, so that their cost is not counted as the service's. `open` creates them, and
 * is answered when each has received its first line. `receipts` gives which changes each of them received, and when.
 */
export type ToSwarm = Open | { readonly receipts: true };

interface Open {
  /** Cookies of their sessions. */
  readonly open: readonly string[];
  readonly urls: readonly string[];
  readonly spreadMs: number;
}

export interface Receipt {
  /** Index of the browser. */
  readonly reader: number;
  readonly kind: string;
  readonly ids: readonly string[];
  /** Milliseconds since 1970. */
  readonly at: number;
}
export interface FromSwarm {
  readonly receipts: readonly Receipt[];
  readonly connections: number;
  readonly resets: number;
}

const readers: ChangeReader[] = [];
const receipts: Receipt[] = [];

const open = async ({ open: cookies, urls, spreadMs }: Open): Promise<void> => {
  for (const [at, cookie] of cookies.entries()) {
    const reader = readers.length;
    const onChanged = ({ kind, ids }: { kind: string; ids: readonly string[] }) =>
      receipts.push({ reader, kind, ids, at: performance.timeOrigin + performance.now() });
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
      receipts: 'receipts' in message ? receipts : [],
      connections: sum(({ connections }) => connections),
      resets: sum(({ resets }) => resets),
    };
    process.send?.(answer);
  };
  void answer();
});
process.once('disconnect', () => process.exit());
