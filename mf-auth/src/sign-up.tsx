import { SignUpPage } from './registration/sign-up-page.tsx';
import { lifecycles } from './remote.ts';

export const { bootstrap, init, mount, unmount, update } = lifecycles(SignUpPage);
