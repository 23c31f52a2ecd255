import type { CallDef } from '@atrium/shared-kernel/contracts/define';
import { schemaFor } from '@atrium/shared-kernel/contracts/schema';
import { messages } from '@atrium/shared-kernel/contracts/validation';
import type * as z from 'zod';
import { DomainError } from '../domain/domain-error.ts';

/** PostgreSQL stores neither the character NUL nor half of a surrogate pair. */
const storable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/**
 * Whether all strings in a JSON value, keys too, can be stored. Not recursive, so that deep nesting overflows no stack.
 */
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

/** The sentence for an issue of a schema. It does not replace the sentence of a rule that has its own. */
const sentenceOf = (issue: z.core.$ZodRawIssue): string => {
  if (issue.code === 'unrecognized_keys')
    return `This is not known here: ${issue.keys.map((key) => `"${key}"`).join(', ')}.`;
  if (issue.code === 'too_big' && issue.origin === 'string') return messages.maximum(Number(issue.maximum));
  const missing = issue.code === 'too_small' && issue.origin === 'string';
  return missing || issue.input === undefined ? messages.required : 'This value is not valid.';
};

/** Checks a call's input. Fails with the field's name for an unknown field, a wrong type or a value out of bounds. */
export const checkInput = (call: CallDef, value: unknown): unknown => {
  if (!isStorable(value)) throw new DomainError('unstorable-text');
  const checked = schemaFor(call.input).safeParse(value, { error: sentenceOf });
  if (checked.success) return checked.data;
  const { path, message: reason } = checked.error.issues[0]!;
  const field = path.join('.');
  throw new DomainError('invalid-input', { ...(field ? { field } : {}), reason });
};
