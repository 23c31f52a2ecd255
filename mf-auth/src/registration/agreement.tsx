import * as dialogs from '@atrium/shared-kernel/contracts/dialogs';
import { useHost } from '../remote.ts';
import form from '../ui/form.module.css';

/** What a person agrees to, with the texts themselves. */
export const Agreement = () => {
  const { dialogs: open } = useHost();
  return (
    <p className={form.notice}>
      By creating an account, you agree to the{' '}
      <button type="button" className={form.inline} onClick={() => void open.open(dialogs.auth.terms, {})}>
        terms of service
      </button>
      {' and the '}
      <button type="button" className={form.inline} onClick={() => void open.open(dialogs.auth.privacy, {})}>
        privacy notice
      </button>
      .
    </p>
  );
};
