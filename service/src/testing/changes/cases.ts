import { chatsCases } from './chats-cases.ts';
import { accountCases } from './account-cases.ts';
import type { Cases } from './prepare.ts';
import { teamsCases } from './teams-cases.ts';

/** Cases that the authorization matrix leaves out: other users, states and inputs. */
export const cases: Cases = { ...accountCases, ...chatsCases, ...teamsCases };
