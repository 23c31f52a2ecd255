import { Button, type ButtonProps } from '@atrium/shared-kernel/ui/button';
import KeyRound from 'lucide-react/icons/key-round';
import { usePasskeyLogin } from './passkey.api.ts';
import { knowsPasskeys, prepare } from './web-authn.ts';

const KeyButton = (props: ButtonProps) => (
  <Button size="l" wide icon={<KeyRound size={18} />} {...props}>
    Log in with a passkey
  </Button>
);

/** The same before any script has come. The page drops it where the browser knows no passkeys, so that nothing moves later. */
export const RestingPasskeyButton = () => <KeyButton disabled data-requires="PublicKeyCredential" />;

/** Logs in with a passkey, without an address; nothing where the browser knows no passkeys. */
export const PasskeyButton = () => {
  const login = usePasskeyLogin();
  if (!knowsPasskeys()) return null;
  return (
    <KeyButton
      busy={login.isPending}
      busyLabel="Waiting for your passkey"
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={() => login.mutate()}
    />
  );
};
