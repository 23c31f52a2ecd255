import * as calls from '@atrium/shared-kernel/contracts/calls';
import { readContext } from '../../domain/context/read-context.ts';
import { implement } from '../implement.ts';

export default implement(calls.chat.readContext, ({ services, user }, input) =>
  readContext(services.database.db, services, user, input),
);
