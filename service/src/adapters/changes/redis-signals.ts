import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import type { WarnLog } from '../../log.ts';
import type { ChangeSignals } from './signals.ts';

export interface RedisSignalsOptions {
  /** Such as `redis://host:6379/0`. */
  readonly url: string;
  readonly log: WarnLog;
  /** Milliseconds after which Redis counts as unreachable. */
  readonly answerWithin?: number;
}

const channel = 'atrium:changes';
/** Milliseconds to the next attempt after Redis refused the subscription. */
const retryAfter = 2000;

/**
 * Sends one signal at a time. Signals requested meanwhile are merged into one. A failed one is sent at the next
 * `flush`.
 */
const createSender = (publish: () => Promise<unknown>, onError: (error: unknown) => void) => {
  let pending = false;
  let sending: Promise<void> | undefined;
  const sendAll = async (): Promise<void> => {
    while (pending) {
      pending = false;
      try {
        await publish();
      } catch (error) {
        pending = true;
        throw error;
      }
    }
  };
  const flush = (): void => {
    sending ??= sendAll()
      .catch(onError)
      .finally(() => {
        sending = undefined;
      });
  };
  return {
    flush,
    send: () => {
      pending = true;
      flush();
    },
  };
};

/** Connects. Without a connection, commands fail at once and the caller reads the database instead. */
const connect = (url: string, answerWithin: number): Redis =>
  new Redis(url, {
    enableOfflineQueue: false,
    autoResubscribe: false,
    maxRetriesPerRequest: 0,
    commandTimeout: answerWithin,
    retryStrategy: (attempt) => Math.min(attempt * 100, 2000),
  });

/**
 * Signals over a Redis channel. Redis stores no signals, so an instance that lost its connection reads the database
 * once it is connected again.
 */
export const createRedisSignals = ({ url, log, answerWithin = 1000 }: RedisSignalsOptions): ChangeSignals => {
  const own = randomUUID();
  let wake: () => void = () => undefined;
  let complete = false;
  let reported = false;
  let closed = false;

  const report = (error: unknown): void => {
    if (!reported && !closed) log.warn({ err: error }, 'Redis is unreachable: the database is polled for changes.');
    reported = true;
  };
  const setComplete = (next: boolean): void => {
    if (complete === next) return;
    complete = next;
    if (next) reported = false;
    wake();
  };

  const publisher = connect(url, answerWithin).on('error', report);
  const sender = createSender(() => publisher.publish(channel, own), report);
  publisher.on('ready', sender.flush);

  const subscriber = connect(url, answerWithin).on('error', report);
  let retrying: NodeJS.Timeout | undefined;
  const subscribe = (): void => {
    subscriber.subscribe(channel).then(
      () => setComplete(true),
      (error: unknown) => {
        report(error);
        if (subscriber.status === 'ready') retrying = setTimeout(subscribe, retryAfter);
      },
    );
  };
  subscriber.on('ready', subscribe);
  subscriber.on('close', () => {
    clearTimeout(retrying);
    setComplete(false);
  });
  subscriber.on('message', (_channel, sentBy) => {
    if (sentBy !== own) wake();
  });

  return {
    get complete() {
      return complete;
    },
    start(next) {
      wake = next;
    },
    send: sender.send,
    close() {
      closed = true;
      publisher.disconnect();
      subscriber.disconnect();
    },
  };
};
