import * as calls from '@atrium/shared-kernel/contracts/calls';
import { onWire, saveSummary } from '../../domain/context/summaries.ts';
import { implement } from '../implement.ts';

export default implement(calls.chat.saveSummary, async ({ services: { database, sealer }, user, basedOn }, input) => {
  const saved = await database.db.transaction((tx) => saveSummary(tx, user.id, input, { basedOn, sealer }));
  return saved ? { summary: onWire(saved) } : {};
});
