import type { Team } from '@atrium/shared-kernel/contracts/entities/team';

/** The link that leads into a team (B2.40), with its key once it was renewed. */
export const joinLinkOf = (origin: string, { _id, joinKey }: Pick<Team, '_id' | 'joinKey'>): string =>
  `${origin}/join?id=${_id}${joinKey === undefined ? '' : `&key=${encodeURIComponent(joinKey)}`}`;

/** Whether the link no longer leads in. `now` in milliseconds. */
export const isExpired = ({ joinExpires }: Pick<Team, 'joinExpires'>, now = Date.now()): boolean =>
  joinExpires !== undefined && Date.parse(joinExpires) <= now;
