import type { Mail } from '../../ports/mail.ts';
import { day, daysInUtc } from '../billing/day.ts';
import { greetingOf, homeLink, renderEmail, teamLabel, teamLink } from './brand.ts';

const stillYours = 'Your own chats and memories are still yours.';
const howToGoOn =
  'Your account, chats and memories are still yours. To keep chatting, get a plan of your own or join another team.';

interface TeamReader {
  readonly to: string;
  readonly firstName: string;
  /** The name of the team. */
  readonly team: string;
  /** The product's origin, for links. */
  readonly origin: string;
}

const hello = ({ firstName }: TeamReader, sentence: string): string => {
  const name = greetingOf(firstName);
  return name ? `Hello ${name}, ${sentence}` : sentence.replace(/^./, (first) => first.toUpperCase());
};

/** An admin of the team. */
interface AdminReader extends TeamReader {
  readonly teamId: string;
}

/** Notifies a new admin of a team. */
export const newAdminMail = (reader: AdminReader): Mail => {
  const { to, team, teamId, origin } = reader;
  return {
    to,
    subject: 'You’re now an admin of your team on Atrium',
    ...renderEmail({
      preheader: 'You can manage members, roles, agents, seats and billing.',
      heading: 'You’re now a team admin',
      paragraphs: [
        hello(reader, `you’re now an admin of ${teamLabel(team)}.`),
        'You can manage its members, roles, agents, seats and billing.',
      ],
      action: teamLink(origin, teamId),
      notes: ['You’ll also find it under Team in the menu on the left, while it’s your active team.'],
      reason: `You’re getting this email because the Atrium account of ${to} is part of the team.`,
    }),
  };
};

/** Notifies a member whom an admin removed from a team. */
export const removedFromTeamMail = (reader: TeamReader): Mail => {
  const { to, team, origin } = reader;
  return {
    to,
    subject: 'You were removed from a team on Atrium',
    ...renderEmail({
      preheader: stillYours,
      heading: 'You were removed from a team',
      paragraphs: [
        hello(reader, `an admin removed you from ${teamLabel(team)}. You no longer have its seat, roles or agents.`),
        howToGoOn,
      ],
      action: homeLink(origin),
      notes: ['If you think this was a mistake, ask an admin of the team for a new join link.'],
      reason: `You’re getting this email because the Atrium account of ${to} was part of the team.`,
    }),
  };
};

/** Notifies the members of a closed team. */
export const teamClosedMail = (reader: TeamReader): Mail => {
  const { to, team, origin } = reader;
  return {
    to,
    priority: 'low',
    subject: 'Your team on Atrium was closed',
    ...renderEmail({
      preheader: stillYours,
      heading: 'Your team was closed',
      paragraphs: [
        hello(reader, `${teamLabel(team)} was closed. Its seats, roles and agents are gone, and its plan has ended.`),
        howToGoOn,
      ],
      action: homeLink(origin),
      reason: `You’re getting this email because the Atrium account of ${to} was part of the team.`,
    }),
  };
};

/**
 * Notifies the new owner of a team's plan: the payer left the team or deleted their account, and the plan ends unless
 * the new owner pays.
 */
export const payerLeftMail = ({ end, ...reader }: AdminReader & { readonly end: Date }): Mail => {
  const { to, team, teamId, origin } = reader;
  return {
    to,
    subject: 'Your team on Atrium needs a new payment method',
    ...renderEmail({
      preheader: `The team’s plan ends on ${day(end)} unless you resume it.`,
      heading: `Your team’s plan ends on ${day(end)}`,
      paragraphs: [
        hello(reader, `the person who paid for ${teamLabel(team)} is no longer part of it. You now own its plan.`),
        `The seats are paid until ${day(end)}. After that, no one on the team has a seat. To keep the plan, resume it with a card of your own before then.`,
      ],
      action: teamLink(origin, teamId),
      notes: [`Open the team, choose Manage Billing, add your card and resume the plan. ${daysInUtc}`],
      reason: `You’re getting this email because the Atrium account of ${to} now manages the team.`,
    }),
  };
};
