import * as calls from '@atrium/shared-kernel/contracts/calls';
import { beginImport } from '../../domain/import/begin.ts';
import { implement } from '../implement.ts';

export default implement(calls.data.startImport, async ({ services, user }, file) =>
  beginImport(services, user.id, file),
);
