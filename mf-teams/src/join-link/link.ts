import type { Team } from '@atrium/shared-kernel/contracts/entities/team';

/** The join link of a team (B2.40), with its key once it was renewed. */
export const joinLinkOf = (origin: string, { _id, joinKey }: Pick<Team, '_id' | 'joinKey'>): string =>
  `${origin}/join?id=${_id}${joinKey === undefined ? '' : `&key=${encodeURIComponent(joinKey)}`}`;

/** Whether the link has expired. `now` in milliseconds. */
export const isExpired = ({ joinExpires }: Pick<Team, 'joinExpires'>, now = Date.now()): boolean =>
  joinExpires !== undefined && Date.parse(joinExpires) <= now;
