import * as calls from '@atrium/shared-kernel/contracts/calls';
import { startImport } from '../../domain/import/requests.ts';
import { implement } from '../implement.ts';

export default implement(calls.data.startImport, async ({ services, user }, file) =>
  startImport(services, user.id, file),
);
