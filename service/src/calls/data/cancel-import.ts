import * as calls from '@atrium/shared-kernel/contracts/calls';
import { cancelImport } from '../../domain/import/requests.ts';
import { implement } from '../implement.ts';

export default implement(calls.data.cancelImport, async ({ services, user }, { importId }) => {
  await cancelImport(services, user.id, importId);
  return {};
});
