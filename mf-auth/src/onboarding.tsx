import { OnboardingPage } from './welcome/onboarding-page.tsx';
import { lifecycles } from './remote.ts';

export const { bootstrap, init, mount, unmount, update } = lifecycles(OnboardingPage);
