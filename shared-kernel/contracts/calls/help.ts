import * as z from 'zod/mini';
import { done } from '../answers.ts';
import type { CallDef } from '../define.ts';

export const sendHelpMessage = {
  kind: 'call',
  name: 'help.sendHelpMessage',
  version: 1,
  method: 'POST',
  path: '/sendHelpMessage',
  access: 'visitor',
  input: () => z.strictObject({ helperPrompt: z.string().check(z.trim(), z.minLength(1), z.maxLength(10_000)) }),
  output: done,
} as const satisfies CallDef;
