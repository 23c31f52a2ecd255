import { AuthPage } from '../ui/auth-page.tsx';
import { namedField } from '../ui/use-fields.ts';
import { ResetForm, resetTexts } from './reset-form.tsx';

/** `/auth/reset` as prerendered HTML, shown before any script has loaded. */
export const ResetPageStatic = () => (
  <AuthPage {...resetTexts}>
    <ResetForm field={namedField} />
  </AuthPage>
);
