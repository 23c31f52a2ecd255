import type { CallDef } from '@atrium/shared-kernel/contracts/define';
import { schemaFor } from '@atrium/shared-kernel/contracts/schema';
import { messages } from '@atrium/shared-kernel/contracts/validation';
import type * as z from 'zod';
import { DomainError } from '../domain/domain-error.ts';

/** PostgreSQL keeps neither: the character NUL, and half of a surrogate pair. */
const storable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** Whether all texts in a value of JSON, keys too, can be stored. It may be nested deeper than calls can be. */
const isStorable = (value: unknown): boolean => {
  const open = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'string' && !storable(next)) return false;
    if (typeof next !== 'object' || next === null) continue;
    for (const [key, inner] of Object.entries(next)) {
      if (!storable(key)) return false;
      open.push(inner);
    }
  }
  return true;
};

/** What an issue says to a person. Rules that have a sentence of their own keep it. */
const sentenceOf = (issue: z.core.$ZodRawIssue): string => {
  if (issue.code === 'unrecognized_keys')
    return `This is not known here: ${issue.keys.map((key) => `"${key}"`).join(', ')}.`;
  if (issue.code === 'too_big' && issue.origin === 'string') return messages.maximum(Number(issue.maximum));
  const missing = issue.code === 'too_small' && issue.origin === 'string';
  return missing || issue.input === undefined ? messages.required : 'This value is not valid.';
};

/** The call's input, checked: an unknown field, a wrong type or a value out of bounds is refused with the field's name. */
export const checkInput = (call: CallDef, value: unknown): unknown => {
  if (!isStorable(value)) throw new DomainError('unstorable-text');
  const checked = schemaFor(call.input).safeParse(value, { error: sentenceOf });
  if (checked.success) return checked.data;
  const { path, message: reason } = checked.error.issues[0]!;
  const field = path.join('.');
  throw new DomainError('invalid-input', { ...(field ? { field } : {}), reason });
};
