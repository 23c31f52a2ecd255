import * as calls from '@atrium/shared-kernel/contracts/calls';
import { queueImport } from '../../domain/import/requests.ts';
import { implement } from '../implement.ts';

export default implement(calls.data.runImport, async ({ services, user }, { importId }) => ({
  import: await queueImport(services, user.id, importId),
}));
