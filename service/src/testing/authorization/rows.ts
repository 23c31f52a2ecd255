import type * as calls from '@atrium/shared-kernel/contracts/calls';
import { chatsRows } from './chats-rows.ts';
import { accountRows } from './account-rows.ts';
import type { Row } from './row.ts';
import { teamsRows } from './teams-rows.ts';

type Owners = typeof calls;
type CallOf<Owner> = Owner[keyof Owner];
type AnyCall = { [Name in keyof Owners]: CallOf<Owners[Name]> }[keyof Owners];
type CallName = AnyCall extends { name: infer Name extends string } ? Name : never;

/** One row for each call of the call table. A call without a row does not compile. */
export const rows: Readonly<Record<CallName, Row>> = { ...accountRows, ...chatsRows, ...teamsRows };
