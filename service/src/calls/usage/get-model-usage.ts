import * as calls from '@atrium/shared-kernel/contracts/calls';
import { DomainError } from '../../domain/domain-error.ts';
import { findMember } from '../../domain/teams/lock-team.ts';
import { modelUsageOf } from '../../domain/usage/model-usage.ts';
import { implement } from '../implement.ts';

export default implement(calls.usage.getModelUsage, async ({ services, user }, { teamId }) => {
  const { database, catalog, config, now } = services;
  const { db } = database;
  const rules = { catalog, budgets: config.budgets };
  if (teamId === undefined) return modelUsageOf(db, rules, { userId: user.id }, now());
  const team = teamId.toLowerCase();
  const membership = await findMember(db, team, user.id);
  if (!membership?.admin) throw new DomainError('not-team-admin');
  return modelUsageOf(db, rules, { teamId: team }, now());
});
