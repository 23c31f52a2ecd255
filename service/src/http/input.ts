import type { CallDef } from '@atrium/shared-kernel/contracts/define';
import { schemaFor } from '@atrium/shared-kernel/contracts/schema';
import * as z from 'zod';
import { badRequest } from '../errors.ts';

z.config(z.locales.en());

/** The call's input, checked: an unknown field, a wrong type or a value out of bounds is refused with the field's name. */
export const checkInput = (call: CallDef, value: unknown): unknown => {
  const checked = schemaFor(call.input).safeParse(value);
  if (checked.success) return checked.data;
  const [issue] = checked.error.issues;
  const field = issue?.path.join('.');
  throw badRequest(field ? `${field}: ${issue?.message}` : (issue?.message ?? 'The request is not valid.'));
};
