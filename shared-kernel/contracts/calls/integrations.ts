import { done, nothing } from '../answers.ts';
import type { CallDef } from '../define.ts';

export const disconnectGoogle = {
  kind: 'call',
  name: 'integrations.disconnectGoogle',
  version: 1,
  method: 'POST',
  path: '/googleOAuth/disconnect',
  access: 'productAdmin',
  input: nothing,
  output: done,
} as const satisfies CallDef;

export const disconnectMicrosoft = {
  kind: 'call',
  name: 'integrations.disconnectMicrosoft',
  version: 1,
  method: 'POST',
  path: '/microsoftOAuth/disconnect',
  access: 'productAdmin',
  input: nothing,
  output: done,
} as const satisfies CallDef;
