import * as calls from '@atrium/shared-kernel/contracts/calls';
import { implement } from '../implement.ts';

export default implement(calls.help.listApps, async ({ services }) => ({ apps: [...services.config.apps] }));
