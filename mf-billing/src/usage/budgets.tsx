import { messageOf } from '@atrium/shared-kernel/client';
import { useConflict } from '@atrium/shared-kernel/conflict';
import { ConflictNote } from '@atrium/shared-kernel/conflict/note';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import { decimal } from '@atrium/shared-kernel/contracts/decimal';
import { isGeneralFailure } from '@atrium/shared-kernel/failure';
import { callFailed } from '@atrium/shared-kernel/contracts/sentences';
import { PagedList } from '@atrium/shared-kernel/lists/paged-list';
import { Button } from '@atrium/shared-kernel/ui/button';
import { Field } from '@atrium/shared-kernel/ui/field';
import { Progress } from '@atrium/shared-kernel/ui/progress';
import { Fragment, type SyntheticEvent, useCallback, useEffect, useState } from 'react';
import { useHost } from '../remote.ts';
import { dayInWords, dollars, type ModelUsageAnswer, shortNumber } from './days.ts';
import { useSetBudget } from './usage.api.ts';
import classes from './model-usage.module.css';

const scopeLabels = {
  person: 'Your budget',
  member: 'Your limit in this team',
  team: 'Team budget',
  model: 'Model',
} as const;

interface Budget {
  /** US dollars per month. Undefined if there is no budget. */
  readonly amount: number | undefined;
  readonly revision: string | undefined;
}

interface BudgetFieldProps {
  readonly label: string;
  readonly teamId: string;
  readonly memberId?: string | undefined;
  readonly now: Budget;
  /** Receives whether the typed amount differs from the saved one. */
  readonly onEdited?: ((memberId: string, edited: boolean) => void) | undefined;
}

const maxDollars = 1_000_000;
/** A comma before three digits separates thousands for some and decimals for others, so it says no amount. */
const ambiguous = /^[1-9]\d{0,2},\d{3}$/;
/** Several commas, or a dot behind one, separate thousands. */
const grouped = /^[1-9]\d{0,2}(?:(?:,\d{3}){2,}|,\d{3}(?=\.))(?:\.\d*)?$/;

/** The amount typed, or what is wrong with it. Undefined for no budget. */
const parseAmount = (typed: string): number | undefined | { readonly wrong: string } => {
  const text = typed.trim().replace(/^\$\s*/, '');
  if (typed.trim() === '') return undefined;
  if (ambiguous.test(text))
    return { wrong: `${text} has two meanings. Write ${text.replace(',', '')} or ${text.replace(',', '.')}.` };
  const typedAmount = decimal(grouped.test(text) ? text.replaceAll(',', '') : text.replace(',', '.'));
  if (typedAmount === undefined || typedAmount < 0)
    return { wrong: 'Enter an amount in US dollars, or nothing for no budget.' };
  // With the precision in which it is stored, so that what was typed comes back.
  const amount = Math.round(typedAmount * 1_000_000) / 1_000_000;
  return amount > maxDollars ? { wrong: 'Enter at most $1,000,000.' } : amount;
};

const fieldText = (amount: number | undefined) => (amount === undefined ? '' : String(amount));

/** The budget being edited, and saving it. */
const useBudgetChange = ({ teamId, memberId, now }: Omit<BudgetFieldProps, 'label' | 'onEdited'>) => {
  const { alerts } = useHost();
  const [typed, setTyped] = useState(fieldText(now.amount));
  const [error, setError] = useState<string>();
  const { set, busy, isRefetched } = useSetBudget();
  const amount = parseAmount(typed);
  // Two admins who set the same amount are no conflict.
  const { initial, base, conflict, note, blocks, settle } = useConflict(
    now,
    (before, current) => before.amount !== current.amount && current.amount !== amount,
  );
  const acceptTheirs = () => {
    settle();
    setTyped(fieldText(now.amount));
  };
  // A field that was not edited follows the current value.
  if (conflict && amount === initial.amount) acceptTheirs();
  const save = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (typeof amount === 'object') {
      setError(amount.wrong);
      return;
    }
    if (blocks()) return;
    try {
      await set({
        teamId,
        ...(memberId ? { memberId } : {}),
        ...(amount === undefined ? {} : { dollars: amount }),
        basedOn: base.revision,
      });
      settle({ amount, revision: undefined });
    } catch (failed) {
      // The current state explains it better, if it could be fetched.
      if (isGeneralFailure(failed, 'stale') && isRefetched(teamId)) return;
      alerts.show({ type: 'error', time: toastTimes.medium, message: messageOf(failed, callFailed) });
    }
  };
  const type = (text: string) => {
    setTyped(text);
    setError(undefined);
  };
  return { typed, type, error, amount, busy, save, conflict, note, keepMine: () => settle(), acceptTheirs };
};

const BudgetField = ({ label, onEdited, ...of }: BudgetFieldProps) => {
  const { typed, type, error, amount, busy, save, conflict, note, keepMine, acceptTheirs } = useBudgetChange(of);
  const { now, memberId } = of;
  const edited = amount !== now.amount;
  useEffect(() => {
    if (memberId !== undefined) onEdited?.(memberId, edited);
  }, [onEdited, memberId, edited]);
  return (
    <form noValidate className={classes.budget} onSubmit={(event) => void save(event)}>
      <Field label={label} value={typed} inputMode="decimal" placeholder="No budget" error={error} onChange={type} />
      <Button type="submit" busy={busy} disabled={!edited}>
        Save
      </Button>
      {conflict && !busy && (
        <ConflictNote ref={note} onKeepMine={keepMine} onAcceptTheirs={acceptTheirs}>
          Another admin{' '}
          {now.amount === undefined
            ? 'removed this budget'
            : `changed this budget to ${dollars(now.amount * 1_000_000)}`}{' '}
          in the meantime.
        </ConflictNote>
      )}
    </form>
  );
};

type MemberUse = NonNullable<ModelUsageAnswer['members']>[number];

/** What a member is called, and found by. */
const nameOf = ({ _id, name }: MemberUse): string =>
  name === undefined ? 'Deleted account' : `${name}${_id === undefined ? ' (left the team)' : ''}`;

const MemberRow = ({
  member,
  ...of
}: { readonly member: MemberUse } & Pick<BudgetFieldProps, 'teamId' | 'onEdited'>) => {
  const { _id, name, tokens, cost, budget, revision } = member;
  return (
    <div className={classes.member}>
      <span className={classes.name} dir="auto">
        {nameOf(member)}
      </span>
      <span className={classes.about}>
        {shortNumber(tokens)} tokens{cost > 0 ? `, ${dollars(cost)}` : ''}
      </span>
      {_id !== undefined && (
        <BudgetField
          label={`Budget of ${name ?? 'this member'}`}
          memberId={_id}
          now={{ amount: budget, revision }}
          {...of}
        />
      )}
    </div>
  );
};

interface MemberBudgetsProps {
  readonly teamId: string;
  readonly members: readonly MemberUse[];
}

/** The use by members, and a budget for each who is still in the team. */
const MemberBudgets = ({ teamId, members }: MemberBudgetsProps) => {
  const [edited, setEdited] = useState<ReadonlySet<string>>(new Set());
  const mark = useCallback((memberId: string, isEdited: boolean) => {
    setEdited((others) => new Set([...others].filter((one) => one !== memberId).concat(isEdited ? memberId : [])));
  }, []);
  return (
    <>
      <h3>Members</h3>
      <PagedList
        label="Members"
        items={members.map((member, at) => ({ member, key: member._id ?? `former-${at}` }))}
        keyOf={({ key }) => key}
        searchTextOf={({ member }) => nameOf(member)}
        keeps={({ key }) => edited.has(key)}
      >
        {({ member }) => <MemberRow member={member} teamId={teamId} onEdited={mark} />}
      </PagedList>
    </>
  );
};

/** Percentage of a budget that is spent. A budget of zero counts as spent. */
const spentPercent = (spent: number, limit: number): number => (limit > 0 ? (100 * spent) / limit : 100);

interface BudgetsProps {
  readonly usage: ModelUsageAnswer;
  readonly teamId: string | undefined;
}

/** What is spent of each budget this month. For a team's admin also the use by members, with a budget for each. */
export const Budgets = ({ usage: { budgets, budget, budgetRevision, members = [] }, teamId }: BudgetsProps) => (
  <>
    {budgets.length > 0 && (
      <ul className={classes.states} aria-label="Budgets this month">
        {budgets.map(({ scope, limit, spent, resets }) => (
          <li key={scope}>
            <Progress
              label={scopeLabels[scope]}
              value={spentPercent(spent, limit)}
              tone={spent < limit ? 'accent' : 'danger'}
            />
            <span>
              {dollars(spent)} of {dollars(limit)} this month. Resets on {dayInWords(resets)}.
            </span>
          </li>
        ))}
      </ul>
    )}
    {teamId !== undefined && (
      <Fragment key={teamId}>
        <h3>Budgets in US dollars a month</h3>
        <BudgetField label="Whole team" teamId={teamId} now={{ amount: budget, revision: budgetRevision }} />
        <MemberBudgets teamId={teamId} members={members} />
      </Fragment>
    )}
  </>
);
