import * as z from 'zod/mini';
import { done, nothing } from '../answers.ts';
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

/** The links to the apps that the operator has configured; empty without any. */
export const listApps = {
  kind: 'call',
  name: 'help.listApps',
  version: 1,
  method: 'GET',
  path: '/apps',
  access: 'visitor',
  input: nothing,
  output: () => z.object({ apps: z.array(z.object({ store: z.enum(['app-store', 'google-play']), url: z.string() })) }),
} as const satisfies CallDef;
