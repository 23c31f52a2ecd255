import type { ChangeItem } from '@atrium/shared-kernel/contracts/entities/change';
import { eq } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { teamMembers } from '../../db/schema/teams.ts';
import type { Change, ChangeFeed } from '../../ports/change-feed.ts';
import type { Sessions } from '../accounts/sessions.ts';
import { DomainError } from '../domain-error.ts';
import { createPositions } from './positions.ts';

/** The lines of one browser. */
interface Lines {
  /** False where the browser reads too slowly: wait for `drained`. */
  write(item: ChangeItem): boolean;
  drained(): Promise<void>;
  readonly closed: AbortSignal;
}

export interface Following {
  /** Whose changes, as the token's session says for as long as it lasts. */
  readonly userId: string;
  readonly token: string;
  /** The cursor of the last line that arrived; none: the page began to read `age` milliseconds ago. */
  readonly after?: string | undefined;
  readonly age?: number | undefined;
  readonly lines: Lines;
}

export interface ChangeStreams {
  /** Streams changes to a browser until it disconnects or its session ends. */
  follow(following: Following): Promise<void>;
  close(): Promise<void>;
}

interface Stream extends Following {
  audiences: readonly string[];
  /** Of the last line that completed what was before it. */
  cursor: string;
  /** A `live` stream is at the feed's position and gets each batch as it arrives. One that is `behind` reads what it missed from the database. */
  state: 'live' | 'catching-up' | 'behind';
  /** What came while it was catching up. */
  backlog: Change[];
  /** In which part of a beat it gets its sign of life: not all of them at once. */
  readonly turn: number;
  /** Makes the stream read its person's access again, and then what it has missed. */
  again: () => void;
}

export interface ChangeStreamsOptions {
  readonly db: Db;
  readonly feed: ChangeFeed;
  readonly sessions: Pick<Sessions, 'viewer' | 'forget'>;
  readonly now?: () => number;
  /** Milliseconds between two signs of life. */
  readonly beat?: number;
}

const streamsOfOne = 50;
const partsOfBeat = 25;
/** What comes while a stream catches up; with more it reads everything anew, as with more that it has missed. */
const backlogMost = 1000;
/** More are none, which is all: a browser that reads nothing holds a known number of bytes at most. */
const idsMost = 100;
const personOf = (userId: string) => `person:${userId}`;
/** Changes after which cached sessions may be outdated. */
const ofViewers: ReadonlySet<string> = new Set(['session', 'teams', 'settings', 'plan']);
/** Those after which a stream may end, or have other audiences. */
const ofAccess: ReadonlySet<string> = new Set(['session', 'teams']);

const idsOf = (changes: readonly Change[]): readonly string[] => {
  if (changes.some(({ ids }) => ids.length === 0)) return [];
  const ids = new Set(changes.flatMap((change) => change.ids));
  return ids.size > idsMost ? [] : [...ids];
};

/** One for each audience and kind, with the ids of all; none, where one had none, or where they are too many. */
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

/** Only the last line of a batch has its cursor: a browser that gets less of it gets the whole batch again. */
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
  return [personOf(userId), ...rows.map(({ id }) => `team:${id}`)];
};

/** The streams of this instance by whose changes they follow. */
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

const give = (stream: Stream, changes: readonly Change[] | undefined, position: string): void => {
  // Nothing more is written to who reads too slowly, before they have read.
  if (!write(stream, changes, position)) stream.again();
};

type Parts = Pick<ChangeStreamsOptions, 'db' | 'feed' | 'sessions'> & {
  readonly audiences: ReturnType<typeof createAudiences>;
};

/** Sends each batch to the streams whose people may see it. */
const createDispatch = ({ sessions, audiences }: Parts) => {
  /** Changes of access are applied first, because they decide who may see the rest. */
  const followAccess = ({ audience, kind }: Change): void => {
    if (!audience.startsWith('person:')) return;
    if (ofViewers.has(kind)) sessions.forget(audience.slice('person:'.length));
    if (ofAccess.has(kind)) for (const stream of audiences.of(audience)) stream.again();
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
    for (const [stream, own] of live) give(stream, own, position);
  };
};

const catchUp = async (stream: Stream, feed: ChangeFeed): Promise<void> => {
  stream.state = 'catching-up';
  stream.backlog = [];
  const missed = await feed.between(stream.audiences, stream.cursor, feed.position);
  // Its access, or what is known at all, has changed meanwhile: then nothing is written before it has looked again.
  if (stream.state !== 'catching-up') return;
  const { backlog } = stream;
  stream.backlog = [];
  stream.state = 'live';
  const all = missed && backlog.length <= backlogMost ? merged([...missed, ...backlog]) : undefined;
  give(stream, all, feed.position);
};

/** Reads on from a cursor, again and again, until the browser disconnects or its session ends. */
const serve = async (stream: Stream, { db, feed, sessions, audiences }: Parts): Promise<void> => {
  const { userId, token, lines } = stream;
  while (!lines.closed.aborted) {
    stream.state = 'behind';
    const woken = new Promise<void>((resolve) => {
      stream.again = () => {
        stream.state = 'behind';
        resolve();
      };
    });
    await lines.drained();
    const viewer = await sessions.viewer(token);
    if (viewer?.id !== userId) return;
    audiences.set(stream, await audiencesOf(db, userId));
    await catchUp(stream, feed);
    await woken;
  }
};

/** Sends the feed's batches to the browsers of this instance, to each what its person may see. */
export const startChangeStreams = async (options: ChangeStreamsOptions): Promise<ChangeStreams> => {
  const { feed, now = Date.now, beat = 25_000 } = options;
  const audiences = createAudiences();
  const parts = { ...options, audiences };
  const dispatch = createDispatch(parts);
  const streams = new Set<Stream>();
  const positions = createPositions(now);
  let turn = 0;

  const follow = async ({ after, age, ...following }: Following): Promise<void> => {
    const { userId, lines } = following;
    if (audiences.of(personOf(userId)).size >= streamsOfOne)
      throw new DomainError('too-many-streams', { wait: 60_000 });
    // Without a cursor, and without a known position of that age, an empty cursor makes the page read everything again.
    const cursor = after ?? positions.before(age ?? 0) ?? '';
    const again = () => undefined;
    const stream: Stream = { ...following, cursor, audiences: [], state: 'behind', backlog: [], turn, again };
    turn = (turn + 1) % partsOfBeat;
    const unsubscribe = feed.subscribe();
    lines.closed.addEventListener('abort', () => stream.again(), { once: true });
    audiences.set(stream, [personOf(userId)]);
    streams.add(stream);
    try {
      // The cursor may be of an instance that was further than this one.
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
    else for (const stream of streams) stream.again();
  });
  positions.add(feed.position);
  let part = 0;
  const beats = setInterval(() => {
    part = (part + 1) % partsOfBeat;
    for (const stream of streams) if (stream.turn === part && stream.state === 'live') give(stream, [], feed.position);
  }, beat / partsOfBeat);
  beats.unref();
  return {
    follow,
    close() {
      clearInterval(beats);
      return feed.close();
    },
  };
};
