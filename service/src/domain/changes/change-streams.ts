import type { ChangeItem } from '@atrium/shared-kernel/contracts/entities/change';
import { eq } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { teamMembers } from '../../db/schema/teams.ts';
import type { Change, ChangeBatch, ChangeFeed } from '../../ports/change-feed.ts';
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
  /** Tells a browser what changes, until it goes, or may not know any more. */
  follow(following: Following): Promise<void>;
  close(): Promise<void>;
}

interface Stream extends Following {
  audiences: readonly string[];
  /** Of the last line that completed what was before it. */
  cursor: string;
  /** Whether it has all up to the feed's position, and so gets each batch as it comes. */
  live: boolean;
  /** Makes the stream look anew at what its person may know, and at what it has missed. */
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
const personOf = (userId: string) => `person:${userId}`;
/** Changes after which a session, cached here or elsewhere, may not be what it was. */
const ofViewers: ReadonlySet<string> = new Set(['session', 'teams', 'settings', 'plan']);
/** Those after which a stream may end, or have other audiences. */
const ofAccess: ReadonlySet<string> = new Set(['session', 'teams']);

/** One for each audience and kind, with the ids of all; none, where one had none. */
const merged = (changes: readonly Change[]): Change[] =>
  [...Map.groupBy(changes, ({ audience, kind }) => `${audience} ${kind}`).values()].map((same) => ({
    ...same[0]!,
    ids: same.some(({ ids }) => ids.length === 0) ? [] : [...new Set(same.flatMap(({ ids }) => ids))],
  }));

const itemOf = ({ audience, kind, ids }: Change): ChangeItem & { type: 'changed' } => ({
  type: 'changed',
  kind,
  ids: [...ids],
  ...(audience.startsWith('team:') ? { team: audience.slice('team:'.length) } : {}),
});

/** The last line of a batch has its cursor: whoever does not get that far gets all of the batch again. */
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

/** The streams of this instance by what they are told. */
const createAudiences = () => {
  const streams = new Map<string, Set<Stream>>();
  return {
    of: (audience: string): ReadonlySet<Stream> => streams.get(audience) ?? new Set(),
    all: () => new Set([...streams.values()].flatMap((some) => [...some])),
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

/** Gives the feed's batches to the browsers of this instance, to each what its person may know. */
export const startChangeStreams = async (options: ChangeStreamsOptions): Promise<ChangeStreams> => {
  const { db, feed, sessions, now = Date.now, beat = 25_000 } = options;
  const audiences = createAudiences();
  const positions = createPositions(now);

  const give = (stream: Stream, changes: readonly Change[] | undefined, position: string): void => {
    // Nothing more is written to who reads too slowly, before they have read.
    if (!write(stream, changes, position)) stream.again();
  };

  /** What of it ends an access, or gives one, comes before all else: the rest may not be for them any more. */
  const followAccess = ({ audience, kind }: Change): void => {
    if (!audience.startsWith('person:')) return;
    if (ofViewers.has(kind)) sessions.forget(audience.slice('person:'.length));
    if (ofAccess.has(kind)) for (const stream of audiences.of(audience)) stream.again();
  };

  const dispatch = (batch: ChangeBatch): void => {
    positions.add(batch.position);
    if (!batch.changes) return audiences.all().forEach((stream) => stream.again());
    const changes = merged(batch.changes);
    changes.forEach(followAccess);
    const told = new Map<Stream, Change[]>();
    for (const change of changes)
      for (const stream of audiences.of(change.audience))
        if (stream.live) told.set(stream, [...(told.get(stream) ?? []), change]);
    for (const [stream, some] of told) give(stream, some, batch.position);
  };

  /** Ends with the stream live: nothing comes between the last look at the position and that. */
  const catchUp = async (stream: Stream): Promise<void> => {
    let position: string;
    do {
      position = feed.position;
      const missed = await feed.between(stream.audiences, stream.cursor, position);
      write(stream, missed && merged(missed), position);
    } while (position !== feed.position);
    stream.live = true;
  };

  const follow = async ({ after, age, ...following }: Following): Promise<void> => {
    const { userId, token, lines } = following;
    if (audiences.of(personOf(userId)).size >= streamsOfOne)
      throw new DomainError('too-many-streams', { wait: 60_000 });
    // Without either, and where nobody remembers, the empty cursor is of no position: the page is told to read anew.
    const cursor = after ?? positions.before(age ?? 0) ?? '';
    const stream: Stream = { ...following, cursor, audiences: [], live: false, again: () => undefined };
    lines.closed.addEventListener('abort', () => stream.again(), { once: true });
    audiences.set(stream, [personOf(userId)]);
    try {
      while (!lines.closed.aborted) {
        stream.live = false;
        const woken = new Promise<void>((resolve) => {
          stream.again = () => {
            stream.live = false;
            resolve();
          };
        });
        await lines.drained();
        const viewer = await sessions.viewer(token);
        if (viewer?.id !== userId) return;
        audiences.set(stream, await audiencesOf(db, userId));
        await catchUp(stream);
        await woken;
      }
    } finally {
      audiences.set(stream, []);
    }
  };

  await feed.start(dispatch);
  positions.add(feed.position);
  const beats = setInterval(() => {
    for (const stream of audiences.all()) if (stream.live) give(stream, [], feed.position);
  }, beat);
  beats.unref();
  return {
    follow,
    close() {
      clearInterval(beats);
      return feed.close();
    },
  };
};
