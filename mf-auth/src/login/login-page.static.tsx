import { NextPlanSpace } from '../intent/next-plan.tsx';
import { StaticPasskeyButton } from '../passkey/passkey-button.tsx';
import { SocialPlaceholders } from '../social/social-frame.tsx';
import { AuthPage } from '../ui/auth-page.tsx';
import { namedField } from '../ui/use-fields.ts';
import { LoginForm, loginTexts } from './login-form.tsx';

/**
 * `/auth/login` as prerendered HTML. Before any script has loaded, users can type and password managers find the
 * fields.
 */
export const LoginPageStatic = () => (
  <AuthPage {...loginTexts}>
    <NextPlanSpace />
    <SocialPlaceholders />
    <LoginForm field={namedField} passkey={<StaticPasskeyButton />} />
  </AuthPage>
);
