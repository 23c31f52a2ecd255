import * as calls from '@atrium/shared-kernel/contracts/calls';
import { importsOf } from '../../domain/import/requests.ts';
import { implement } from '../implement.ts';

export default implement(calls.data.listImports, async ({ services, user }) => {
  const imports = await importsOf(services, user.id);
  // An import whose process has died is resumed now instead of at the next hourly run.
  if (imports.some(({ state }) => state === 'waiting' || state === 'running')) services.imports.wake();
  return { imports };
});
