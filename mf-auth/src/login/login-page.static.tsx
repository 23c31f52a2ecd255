import { RestingPasskeyButton } from '../passkey/passkey-button.tsx';
import { SocialSpaces } from '../social/social-frame.tsx';
import { AuthPage } from '../ui/auth-page.tsx';
import { namedField } from '../ui/use-fields.ts';
import { LoginForm, loginTexts } from './login-form.tsx';

/** `/auth/login` before any script has come: one can type, and password managers find the fields. */
export const LoginPageStatic = () => (
  <AuthPage {...loginTexts}>
    <SocialSpaces />
    <LoginForm field={namedField} passkey={<RestingPasskeyButton />} />
  </AuthPage>
);
