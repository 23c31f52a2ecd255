import { listTeams } from '@atrium/shared-kernel/contracts/calls/teams';
import { listTeamsOf } from '../../domain/teams/list-teams.ts';
import { implement } from '../implement.ts';

export default implement(listTeams, async ({ services, user }) => ({ teams: await listTeamsOf(services, user.id) }));
