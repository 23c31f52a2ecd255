import { homeLink, teamLabel, teamLink } from './brand.ts';

/** The recipient of an email about a plan: its payer, or an admin of its team. */
export interface PlanReader {
  readonly to: string;
  readonly firstName: string;
  /** Undefined for the reader's own plan. `admin`: the reader is an admin of it, as the payer need not be. */
  readonly team?: { readonly id: string; readonly name: string; readonly admin: boolean } | undefined;
  /** The product's origin, for links. */
  readonly origin: string;
}

type OfTeam = Pick<PlanReader, 'team'>;

export const planLabel = ({ team }: OfTeam): string =>
  team === undefined ? 'your plan' : `the plan of ${teamLabel(team.name)}`;

export const reasonOf = ({ to, team }: PlanReader): string =>
  team === undefined
    ? `You’re getting this email because the Atrium account of ${to} has a paid plan.`
    : `You’re getting this email because you pay for or manage a team with the Atrium account of ${to}.`;

/** Only admins of a team can open its plan and its invoices. */
export const mayManage = ({ team }: OfTeam): boolean => team === undefined || team.admin;

/** The way to the plan: its team's, or the main screen. */
export const actionOf = ({ team, origin }: Pick<PlanReader, 'team' | 'origin'>) =>
  team?.admin ? teamLink(origin, team.id) : homeLink(origin);

const whereOf = ({ team }: OfTeam): string =>
  team === undefined ? 'in your settings under Billing' : 'in the team’s Plan and Invoices';

/** Where the reader finds all of something, such as `your invoices`. */
export const listedNote = (reader: OfTeam, what: 'invoices' | 'payments'): string =>
  mayManage(reader) ? `All your ${what} are ${whereOf(reader)}.` : `Admins of the team can see all its ${what}.`;

/** How the reader gets something done that is done at the payment provider. */
export const manageNote = (reader: OfTeam, what: 'update the payment method' | 'resume the plan'): string =>
  mayManage(reader)
    ? `You can ${what} ${whereOf(reader)}: choose Manage Billing.`
    : `Only admins of the team can ${what}. Please ask one of them.`;
