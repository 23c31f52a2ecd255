import { LoginPage } from './login/login-page.tsx';
import { lifecycles } from './remote.ts';

export const { bootstrap, init, mount, unmount, update } = lifecycles(LoginPage);
