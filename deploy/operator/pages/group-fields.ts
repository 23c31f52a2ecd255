import { wholeNumber } from '@atrium/shared-kernel/contracts/decimal';
import { plans, type Rollout, rollout } from '../../release/rollout.ts';
import { markup, type Html } from '../html.ts';

/** A group as form fields: all given conditions must hold. */
export const groupFields = ['teams', 'persons', 'plans', 'countries', 'share'] as const;
export type GroupField = (typeof groupFields)[number];
export type Fields = Readonly<Record<string, string>>;

export const isGroupField = (field: string): field is GroupField => groupFields.some((one) => one === field);

/** The group from a form: without rules if all fields are empty, undefined if a field is not valid. */
export const groupOf = (fields: Fields): Rollout | undefined => {
  const rule = Object.fromEntries(
    groupFields.flatMap((field): [string, unknown][] => {
      const given = (fields[field] ?? '').trim();
      if (given === '') return [];
      return [[field, field === 'share' ? (wholeNumber(given) ?? Number.NaN) : given.split(/[\s,]+/)]];
    }),
  );
  if (Object.keys(rule).length === 0) return [];
  const found = rollout().safeParse([rule]);
  return found.success ? found.data : undefined;
};

const labels: Readonly<Record<GroupField, readonly [label: string, hint: string]>> = {
  teams: ['Teams (optional)', 'Ids, separated by spaces.'],
  persons: ['People (optional)', 'Ids, separated by spaces.'],
  plans: ['Plans (optional)', `Any of ${plans.join(', ')}.`],
  countries: ['Countries (optional)', 'Two letters each, such as ZA.'],
  share: ['Share of this group, in percent (optional)', 'The same people on all their devices.'],
};

export const groupField = (field: GroupField, value: string): Html => {
  const [label, hint] = labels[field];
  return markup`<label
    >${label}<input
      name="${field}"
      value="${value}"
      ${field === 'share' ? markup`type="number" min="1" max="99"` : ''}
    /><span class="hint">${hint}</span></label
  >`;
};

/** Who a flag can be on for, by the value of the form field. */
export const audiences = {
  'Only the group below': undefined,
  Everybody: [{}],
  Nobody: [],
  'As its remote declares it': 'default',
} as const;
