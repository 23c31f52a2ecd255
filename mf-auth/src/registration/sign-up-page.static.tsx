import { NextPlanSpace } from '../intent/next-plan.tsx';
import { SocialPlaceholders } from '../social/social-frame.tsx';
import { AuthPage } from '../ui/auth-page.tsx';
import { namedField } from '../ui/use-fields.ts';
import { SignUpForm, signUpTexts } from './sign-up-form.tsx';

/** `/auth/signup` as prerendered HTML, shown before any script has loaded. */
export const SignUpPageStatic = () => (
  <AuthPage {...signUpTexts}>
    <NextPlanSpace />
    <SocialPlaceholders />
    <SignUpForm field={namedField} password="" />
  </AuthPage>
);
