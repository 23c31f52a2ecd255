import type { ChangeItem } from '@atrium/shared-kernel/contracts/entities/change';
import { eq } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { teamMembers } from '../../db/schema/teams.ts';
import type { Change, ChangeFeed } from '../../ports/change-feed.ts';
import type { Sessions } from '../accounts/sessions.ts';
import { DomainError } from '../domain-error.ts';
import { createPositions } from './positions.ts';

/** The response stream of one browser. */
interface Lines {
  /** False if the browser reads too slowly: then wait for `drained`. */
  write(item: ChangeItem): boolean;
  drained(): Promise<void>;
  readonly closed: AbortSignal;
}

export interface FollowRequest {
  /** The user whose changes are followed, for as long as the session of `token` lasts. */
  readonly userId: string;
  readonly token: string;
  /**
   * The cursor of the last line that arrived. Without it, `age` says how many milliseconds ago the page began to read.
   */
  readonly after?: string | undefined;
  readonly age?: number | undefined;
  readonly lines: Lines;
}

export interface ChangeStreams {
  /** Streams changes to a browser until it disconnects or its session ends. */
  follow(request: FollowRequest): Promise<void>;
  close(): Promise<void>;
}

interface Stream extends FollowRequest {
  audiences: readonly string[];
  /** The cursor up to which everything was sent. */
  cursor: string;
  /** A `live` stream is at the feed's position and gets each batch as it arrives. One that is `behind` reads what it missed from the database. */
  state: 'live' | 'catching-up' | 'behind';
  /** Changes that arrived while the stream was catching up. */
  backlog: Change[];
  /** The part of the heartbeat interval in which this stream gets its heartbeat, so that not all are sent at once. */
  readonly heartbeatSlot: number;
  /** Makes the stream read its user's access again, and then the changes it missed. */
  restart: () => void;
}

export interface ChangeStreamsOptions {
  readonly db: Db;
  readonly feed: ChangeFeed;
  readonly sessions: Pick<Sessions, 'viewer' | 'forget' | 'forgetSessions'>;
  readonly now?: () => number;
  /** Milliseconds between two heartbeats of a stream. */
  readonly heartbeat?: number;
}

const maxStreamsPerUser = 50;
const heartbeatSlots = 25;
/**
 * The number of changes that may arrive while a stream catches up. Beyond it the browser is told to reload everything.
 */
const maxBacklog = 1000;
/**
 * More ids than this are sent as an empty list, which means all. This bounds the bytes that a browser that reads
 * nothing can hold up.
 */
const maxIds = 100;
const userAudience = (userId: string) => `person:${userId}`;
/** Kinds of changes after which cached sessions may be outdated. */
const ofViewers: ReadonlySet<string> = new Set(['session', 'teams', 'settings', 'plan']);
/** Kinds of changes after which a stream may have to end or get other audiences. */
const ofAccess: ReadonlySet<string> = new Set(['session', 'teams']);

const idsOf = (changes: readonly Change[]): readonly string[] => {
  if (changes.some(({ ids }) => ids.length === 0)) return [];
  const ids = new Set(changes.flatMap((change) => change.ids));
  return ids.size > maxIds ? [] : [...ids];
};

/**
 * Merges changes into one per audience and kind with all their ids. The ids are empty, which means all, if one change
 * had none or there are too many.
 */
const merged = (changes: readonly Change[]): Change[] =>
  [...Map.groupBy(changes, ({ audience, kind }) => `${audience} ${kind}`).values()].map((same) => ({
    ...same[0]!,
    ids: idsOf(same),
  }));

const itemOf = ({ audience, kind, ids }: Change): ChangeItem & { type: 'changed' } => ({
  type: 'changed',
  kind,
  ids: [...ids],
  ...(audience.startsWith('team:') ? { team: audience.slice('team:'.length) } : {}),
});

/**
 * Only the last line of a batch has a cursor, so a browser that received only part of the batch gets all of it again.
 */
const write = (stream: Stream, changes: readonly Change[] | undefined, cursor: string): boolean => {
  const { lines } = stream;
  stream.cursor = cursor;
  if (!changes) return lines.write({ type: 'reset', cursor });
  let flows = changes.length > 0 || lines.write({ type: 'alive', cursor });
  for (const [at, change] of changes.entries())
    flows = lines.write(at === changes.length - 1 ? { ...itemOf(change), cursor } : itemOf(change));
  return flows;
};

const audiencesOf = async (db: Db, userId: string): Promise<string[]> => {
  const rows = await db.select({ id: teamMembers.teamId }).from(teamMembers).where(eq(teamMembers.userId, userId));
  return [userAudience(userId), ...rows.map(({ id }) => `team:${id}`)];
};

/** The streams of this instance, by the audiences they follow. */
const createAudiences = () => {
  const streams = new Map<string, Set<Stream>>();
  return {
    of: (audience: string): ReadonlySet<Stream> => streams.get(audience) ?? new Set(),
    set(stream: Stream, audiences: readonly string[]) {
      for (const audience of stream.audiences) {
        const some = streams.get(audience);
        some?.delete(stream);
        if (some?.size === 0) streams.delete(audience);
      }
      for (const audience of audiences) streams.set(audience, (streams.get(audience) ?? new Set()).add(stream));
      stream.audiences = audiences;
    },
  };
};

const send = (stream: Stream, changes: readonly Change[] | undefined, position: string): void => {
  // A slow reader gets nothing more until it has read what it was sent.
  if (!write(stream, changes, position)) stream.restart();
};

type Parts = Pick<ChangeStreamsOptions, 'db' | 'feed' | 'sessions'> & {
  readonly audiences: ReturnType<typeof createAudiences>;
};

/** Sends each batch to the streams whose users may see it. */
const createDispatch = ({ sessions, audiences }: Parts) => {
  /** Changes of access are applied first, because they decide who may see the others. */
  const followAccess = ({ audience, kind, ids }: Change): void => {
    if (!audience.startsWith('person:')) return;
    // The user's other sessions stay cached: a rush of log-ins must not make everybody's next request read again.
    if (kind === 'session' && ids.length > 0) sessions.forgetSessions(ids);
    else if (ofViewers.has(kind)) sessions.forget(audience.slice('person:'.length));
    if (ofAccess.has(kind)) for (const stream of audiences.of(audience)) stream.restart();
  };
  return (some: readonly Change[], position: string): void => {
    const changes = merged(some);
    changes.forEach(followAccess);
    const live = new Map<Stream, Change[]>();
    for (const change of changes)
      for (const stream of audiences.of(change.audience)) {
        if (stream.state === 'catching-up') stream.backlog.push(change);
        if (stream.state === 'live') live.set(stream, [...(live.get(stream) ?? []), change]);
      }
    for (const [stream, own] of live) send(stream, own, position);
  };
};

const catchUp = async (stream: Stream, feed: ChangeFeed): Promise<void> => {
  stream.state = 'catching-up';
  stream.backlog = [];
  const missed = await feed.between(stream.audiences, stream.cursor, feed.position);
  // The stream's access or state changed in the meantime, so nothing is sent before it is read again.
  if (stream.state !== 'catching-up') return;
  const { backlog } = stream;
  stream.backlog = [];
  stream.state = 'live';
  const all = missed && backlog.length <= maxBacklog ? merged([...missed, ...backlog]) : undefined;
  send(stream, all, feed.position);
};

/** A function of its own, so that the stream, which waits for most of its life, keeps no user in memory. */
const isSessionOf = async (sessions: Parts['sessions'], token: string, userId: string): Promise<boolean> =>
  (await sessions.viewer(token))?.id === userId;

/** Sends changes from the stream's cursor on, until the browser disconnects or its session ends. */
const serve = async (stream: Stream, { db, feed, sessions, audiences }: Parts): Promise<void> => {
  const { userId, token, lines } = stream;
  while (!lines.closed.aborted) {
    stream.state = 'behind';
    const woken = new Promise<void>((resolve) => {
      stream.restart = () => {
        stream.state = 'behind';
        resolve();
      };
    });
    await lines.drained();
    if (!(await isSessionOf(sessions, token, userId))) return;
    audiences.set(stream, await audiencesOf(db, userId));
    await catchUp(stream, feed);
    await woken;
  }
};

/** Sends the feed's batches to the browsers of this instance, filtered by what each user may see. */
export const startChangeStreams = async (options: ChangeStreamsOptions): Promise<ChangeStreams> => {
  const { feed, now = Date.now, heartbeat = 25_000 } = options;
  const audiences = createAudiences();
  const parts = { ...options, audiences };
  const dispatch = createDispatch(parts);
  const streams = new Set<Stream>();
  const positions = createPositions(now);
  let heartbeatSlot = 0;

  const follow = async ({ after, age, ...request }: FollowRequest): Promise<void> => {
    const { userId, lines } = request;
    if (audiences.of(userAudience(userId)).size >= maxStreamsPerUser)
      throw new DomainError('too-many-streams', { wait: 60_000 });
    // With neither a cursor nor a known position of that age, the empty cursor makes the page reload everything.
    const cursor = after ?? positions.before(age ?? 0) ?? '';
    const restart = () => undefined;
    const stream: Stream = { ...request, cursor, audiences: [], state: 'behind', backlog: [], heartbeatSlot, restart };
    heartbeatSlot = (heartbeatSlot + 1) % heartbeatSlots;
    const unsubscribe = feed.subscribe();
    lines.closed.addEventListener('abort', () => stream.restart(), { once: true });
    audiences.set(stream, [userAudience(userId)]);
    streams.add(stream);
    try {
      // The cursor may come from an instance that was ahead of this one.
      await feed.refresh(lines.closed);
      await serve(stream, parts);
    } finally {
      unsubscribe();
      streams.delete(stream);
      audiences.set(stream, []);
    }
  };

  await feed.start(({ position, changes }) => {
    positions.add(position);
    if (changes) dispatch(changes, position);
    else for (const stream of streams) stream.restart();
  });
  positions.add(feed.position);
  let slot = 0;
  const heartbeats = setInterval(() => {
    slot = (slot + 1) % heartbeatSlots;
    for (const stream of streams)
      if (stream.heartbeatSlot === slot && stream.state === 'live') send(stream, [], feed.position);
  }, heartbeat / heartbeatSlots);
  heartbeats.unref();
  return {
    follow,
    close() {
      clearInterval(heartbeats);
      return feed.close();
    },
  };
};
