import { wholeNumber } from '@atrium/shared-kernel/contracts/decimal';
import { action, type Action, type ActionName } from '../../release/operators/actions.ts';
import type { Rollout } from '../../release/rollout.ts';
import { Refused } from '../exchange.ts';
import { actionForms } from './action-form.ts';
import { audiences, type Fields, groupOf, isGroupField } from './group-fields.ts';

const refusal = (message = 'Something is missing or not valid. Go back and check each field.') =>
  new Refused(400, message);

/** The group of a form; throws if a field of it is not valid. */
const groupIn = (fields: Fields): Rollout => {
  const group = groupOf(fields);
  if (!group) throw refusal();
  return group;
};

const isAudience = (text: string): text is keyof typeof audiences => Object.hasOwn(audiences, text);

/** The rules of a flag; `default` leaves it to its remote. */
const flagRules = (fields: Fields): Rollout | 'default' => {
  const audience = fields['audience'] ?? '';
  if (!isAudience(audience)) throw refusal();
  if (audience === 'Nobody') return audiences[audience];
  const group = groupIn(fields);
  const others = audiences[audience];
  // More people than the group would have it, and whoever filled in a group did not mean that.
  if (others && group.length > 0)
    throw refusal(`A group is filled in. Choose “Only the group below”, or leave the group empty for “${audience}”.`);
  if (others) return others;
  if (group.length === 0) throw refusal('Fill in the group that the flag is on for.');
  return group;
};

/** Whom a canary is for. A form with a group alone is for that group only, as the command is (0138). */
const canaryFor = (fields: Fields): [string, unknown][] => {
  const text = (fields['percent'] ?? '').trim();
  const groups = groupIn(fields);
  if (text === '' && groups.length === 0)
    throw refusal('Nobody would get it. Give a share of all browsers, a group, or both.');
  const percent = text === '' ? 0 : wholeNumber(text);
  return Object.entries({ percent, ...(groups.length > 0 ? { groups } : {}) });
};

const valueOf = (field: string, text: string): [string, unknown][] => {
  if (field === 'percent' || field === 'audience' || isGroupField(field)) return [];
  if (field === 'remotes') return [[field, text.split(/[\s,]+/).filter(Boolean)]];
  return text === '' && field === 'why' ? [] : [[field, text]];
};

/** The action that a form or URL describes; throws if it is not valid. */
export const readAction = (name: ActionName, fields: Fields): Action => {
  const form = actionForms[name];
  const values = form.fields.flatMap((field) => valueOf(field, (fields[field] ?? '').trim()));
  if (name === 'canary') values.push(...canaryFor(fields));
  const rules = name === 'flag' ? flagRules(fields) : 'default';
  if (rules !== 'default') values.push(['rules', rules]);
  const canEnd = !form.fields.includes('why') && name !== 'flag' && fields['endsCanary'] === 'true';
  const found = action().safeParse({
    do: name,
    ...Object.fromEntries(values),
    ...(canEnd ? { endsCanary: true } : {}),
  });
  if (!found.success) throw refusal();
  return found.data;
};
