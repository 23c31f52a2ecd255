import { Button, type ButtonProps } from '@atrium/shared-kernel/ui/button';
import KeyRound from 'lucide-react/icons/key-round';
import { usePasskeyLogin } from './passkey.api.ts';
import { supportsPasskeys, prepare } from './web-authn.ts';

const KeyButton = (props: ButtonProps) => (
  <Button size="l" wide icon={<KeyRound size={18} />} {...props}>
    Log in with a passkey
  </Button>
);

/**
 * The button in the prerendered HTML, before any script has loaded. The page removes it if the browser does not support
 * passkeys, so that nothing moves later.
 */
export const StaticPasskeyButton = () => <KeyButton disabled data-requires="PublicKeyCredential" />;

/** Logs in with a passkey, without an email address. Renders nothing if the browser does not support passkeys. */
export const PasskeyButton = () => {
  const login = usePasskeyLogin();
  if (!supportsPasskeys()) return null;
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
