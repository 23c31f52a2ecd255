import { AuthPage } from '../ui/auth-page.tsx';
import { namedField } from '../ui/use-fields.ts';
import { ResetForm, resetTexts } from './reset-form.tsx';

/** `/auth/reset` before any script has come. */
export const ResetPageStatic = () => (
  <AuthPage {...resetTexts}>
    <ResetForm field={namedField} />
  </AuthPage>
);
