import { NewTeamPage } from './new-team/new-team-page.tsx';
import { lifecycles } from './remote.ts';

export const { bootstrap, init, mount, unmount, update } = lifecycles(NewTeamPage);
