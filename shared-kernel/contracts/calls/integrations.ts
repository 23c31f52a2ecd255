import * as z from 'zod/mini';
import { done, nothing, redirect } from '../answers.ts';
import { workspaceProviders } from '../constants.ts';
import type { CallDef } from '../define.ts';
import { instant } from '../id.ts';

const provider = () => z.enum(workspaceProviders);

/** Each workspace service, whether it is configured, and the account that is connected. Beyond the specification. */
export const listIntegrations = {
  kind: 'call',
  name: 'integrations.listIntegrations',
  version: 1,
  method: 'GET',
  path: '/integrations',
  access: 'productAdmin',
  input: nothing,
  output: () =>
    z.object({
      integrations: z.array(
        z.object({
          provider: provider(),
          available: z.boolean(),
          connected: z.optional(
            z.object({
              account: z.optional(z.string()),
              scopes: z.array(z.string()),
              createdDate: instant(),
            }),
          ),
        }),
      ),
    }),
} as const satisfies CallDef;

/** Starts the consent at a workspace service: the browser goes to `redirectUrl` (A7.32). */
export const startConsent = {
  kind: 'call',
  name: 'integrations.startConsent',
  version: 1,
  method: 'POST',
  path: '/integrations/startConsent',
  access: 'productAdmin',
  input: () => z.strictObject({ provider: provider() }),
  output: redirect,
} as const satisfies CallDef;

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
