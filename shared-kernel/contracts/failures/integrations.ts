import * as z from 'zod/mini';
import type * as calls from '../calls/integrations.ts';
import { workspaceProviders } from '../constants.ts';
import { badRequest } from './define.ts';
import type { FailsWith } from './fails-with.ts';

const provider = () => z.object({ provider: z.enum(workspaceProviders) });
const names = { google: 'Google', microsoft: 'Microsoft' } as const;

export const failures = {
  'workspace-not-set-up': badRequest(
    (details) => `${names[details.provider]} services are not set up on this installation.`,
    provider,
  ),
  'workspace-unreachable': badRequest(
    (details) => `${names[details.provider]} can’t be reached right now. Please try again in a moment.`,
    provider,
  ),
} as const;

export const failsWith = {
  listIntegrations: [],
  startConsent: ['workspace-not-set-up', 'workspace-unreachable'],
  disconnectGoogle: [],
  disconnectMicrosoft: [],
} as const satisfies FailsWith<typeof calls>;
