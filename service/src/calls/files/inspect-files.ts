import * as calls from '@atrium/shared-kernel/contracts/calls';
import { consumePoints } from '../../domain/accounts/limits.ts';
import { notesOn } from '../../domain/files/notes.ts';
import type { Limit } from '../../ports/limits.ts';
import { implement } from '../implement.ts';

/** As many as may be uploaded, plus some that are inspected again. */
const inspections: Limit = { name: 'inspections', points: 240, seconds: 600 };

export default implement(calls.files.inspectFiles, async ({ services, user }, { files }) => {
  await consumePoints(services, [[inspections, user.id]], 'too-many-uploads');
  return { notes: await notesOn(services, user.id, files) };
});
