import type { TeamLogEntry } from '@atrium/shared-kernel/contracts/entities/team';
import { dayOf, inWords } from '../team/dates.ts';
import { fullName } from '../team/members.ts';

const formerUser = 'A former user';

const perMonth = (dollars: number) =>
  `${dollars.toLocaleString('en-US', { style: 'currency', currency: 'USD' })} a month`;

const budgetSentence = (who: string, whose: string, { was, now }: TeamLogEntry['budget'] & {} = {}): string => {
  if (now === undefined) return `${who} removed ${whose}`;
  return was === undefined
    ? `${who} set ${whose} to ${perMonth(now)}`
    : `${who} changed ${whose} from ${perMonth(was)} to ${perMonth(now)}`;
};

/** Describes an entry of the log in a sentence. */
export const sentenceOf = ({ action, event, actor, member, was = '', now = '', budget }: TeamLogEntry): string => {
  const who = actor ? fullName(actor) : formerUser;
  const whom = member ? fullName(member) : formerUser.toLowerCase();
  if (event === 'adminRemoved') return `${who} removed ${whom} as an admin`;
  if (event === 'payerLeft')
    return `The person who paid left. The plan ends on ${dayOf(now)} unless ${whom} resumes it`;
  if (event === 'budget') return budgetSentence(who, 'the team’s budget', budget);
  if (event === 'memberBudget') return budgetSentence(who, `the budget of ${whom}`, budget);
  switch (action) {
    case 'joined':
      return now === 'seat' ? `${who} joined and took a seat` : `${who} joined, self-billed`;
    case 'left':
      return `${who} left the team`;
    case 'removed':
      return `${who} removed ${whom}`;
    case 'memberRoles':
      return now ? `${who} set ${whom}’s roles to ${now}` : `${who} removed all roles from ${whom}`;
    case 'roleCreated':
      return `${who} created the role ${now}`;
    case 'roleChanged':
      return was === now ? `${who} changed the role ${now}` : `${who} renamed the role ${was} to ${now}`;
    case 'roleDeleted':
      return `${who} deleted the role ${was}`;
    case 'seats':
      return actor
        ? `${who} changed the number of seats from ${was} to ${now}`
        : `The number of seats changed from ${was} to ${now}`;
    case 'renamed':
      return `${who} renamed the team from ${was} to ${now}`;
    case 'linkRenewed':
      return now ? `${who} renewed the join link until ${inWords(now)}` : `${who} renewed the join link`;
    case 'ownership':
      return now === 'stays' ? `${who} made ${whom} an admin` : `${who} transferred ownership to ${whom}`;
  }
};
