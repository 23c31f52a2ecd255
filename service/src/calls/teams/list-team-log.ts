import { listTeamLog } from '@atrium/shared-kernel/contracts/calls/teams';
import { readTeamLog } from '../../domain/teams/team-log.ts';
import { implement } from '../implement.ts';

export default implement(listTeamLog, ({ services }, { teamId, before }) =>
  readTeamLog(services.database.db, teamId, before),
);
