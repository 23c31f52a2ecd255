import { SocialSpaces } from '../social/social-frame.tsx';
import { AuthPage } from '../ui/auth-page.tsx';
import { namedField } from '../ui/use-fields.ts';
import { SignUpForm, signUpTexts } from './sign-up-form.tsx';

/** `/auth/signup` before any script has come. */
export const SignUpPageStatic = () => (
  <AuthPage {...signUpTexts}>
    <SocialSpaces />
    <SignUpForm field={namedField} password="" />
  </AuthPage>
);
