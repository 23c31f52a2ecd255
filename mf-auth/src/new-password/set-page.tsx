import { messageOf } from '@atrium/shared-kernel/client';
import { isLinkRefused } from '../ui/link-refusal.ts';
import { useFormAlert } from '../ui/use-form-alert.ts';
import { useLinkQuery } from '../ui/use-link-query.ts';
import { DeadLink } from './dead-link.tsx';
import { NewPasswordForm } from './new-password-form.tsx';
import { PasswordSet } from './password-set.tsx';
import { useSetPassword } from './set.api.ts';

/** `/auth/set`: sets a new password by the link of a mail (A2.06). */
export const SetPage = () => {
  const { link, forget } = useLinkQuery('resetHash');
  const alert = useFormAlert();
  const setting = useSetPassword((error) => {
    if (isLinkRefused(error)) forget();
    else alert(messageOf(error, 'Error, please try again.'));
  });

  if (!link)
    return <DeadLink title="This link is incomplete" lead="Open it again from the email, or request a new one." />;
  if (setting.isSuccess) return <PasswordSet msg={setting.data.msg} />;
  if (isLinkRefused(setting.error))
    return (
      <DeadLink
        title="This link no longer works"
        lead={messageOf(setting.error, 'It has already been used, or it has expired.')}
        focusTitle
      />
    );
  return (
    <NewPasswordForm
      busy={setting.isPending}
      onSend={(password) => {
        alert();
        setting.mutate({ password, resetHash: link.resetHash }, { onSuccess: forget });
      }}
    />
  );
};
