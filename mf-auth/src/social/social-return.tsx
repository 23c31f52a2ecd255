import { Link, useBehavior } from '@atrium/shared-kernel/remote';
import { Button, buttonLook } from '@atrium/shared-kernel/ui/button';
import { useEffect, useState } from 'react';
import { useHost } from '../remote.ts';
import { AuthPage } from '../ui/auth-page.tsx';
import { Mark } from '../ui/mark.tsx';
import { useRedirect } from '../ui/use-redirect.ts';
import { type Answer, answerOf } from './answer.ts';
import { failureTexts, type Provider, providerNames } from './providers.ts';
import { useFinishSocialLogin } from './social-return.api.ts';

const login = '/auth/login';

const Failed = ({ provider, reason }: { readonly provider: Provider; readonly reason?: string | undefined }) => {
  // Users who are logged in already came to connect an account. Their session has not changed.
  const loggedIn = useBehavior(useHost().session.user$) !== undefined;
  const next = loggedIn ? '/' : login;
  useRedirect(next);
  return (
    <AuthPage
      mark={<Mark of="broken" />}
      title={loggedIn ? `${providerNames[provider]} isn’t connected` : 'You’re not logged in'}
      lead={
        <span role="alert">{loggedIn ? 'Nothing has changed. You’re still logged in.' : failureTexts[provider]}</span>
      }
      focusTitle
    >
      {reason !== undefined && <p>{reason}</p>}
      <Link to={next} replace className={buttonLook({ variant: 'primary', size: 'l', wide: true })}>
        {loggedIn ? 'Go to the main screen' : 'Go to the login page'}
      </Link>
    </AuthPage>
  );
};

/** The provider's answer was accepted, but the user could not be loaded. */
const NotLoaded = ({ onRetry }: { readonly onRetry: () => void }) => (
  <AuthPage
    mark={<Mark of="broken" />}
    title="You’re logged in"
    lead={<span role="alert">Your account couldn’t be loaded.</span>}
    focusTitle
  >
    <Button variant="primary" size="l" wide onClick={onRetry}>
      Try again
    </Button>
  </AuthPage>
);

const LoggingIn = ({ answer }: { readonly answer: Answer }) => {
  const { reason, failed, finish, loadAgain } = useFinishSocialLogin();
  useEffect(() => finish(answer), [answer, finish]);
  if (failed) return <Failed provider={answer.provider} reason={reason} />;
  if (loadAgain) return <NotLoaded onRetry={loadAgain} />;
  return (
    <AuthPage
      mark={<Mark of="waiting" />}
      title={`Logging in with ${providerNames[answer.provider]}`}
      lead={<span role="status">One moment, please.</span>}
    />
  );
};

/**
 * The page that a provider redirects back to. Logs in with the answer, which is removed from the URL and the history at
 * once.
 */
export const SocialReturn = ({ provider }: { readonly provider: Provider }) => {
  const { navigation } = useHost();
  const [answer] = useState(() => answerOf(provider, navigation.location$.value.search));
  useEffect(() => {
    const { pathname, search } = navigation.location$.value;
    if (search !== '') navigation.navigate(pathname, { replace: true });
  }, [navigation]);
  return answer ? <LoggingIn answer={answer} /> : <Failed provider={provider} />;
};

/** `/auth/google` */
export const GoogleReturn = () => <SocialReturn provider="google" />;
/** `/auth/apple` */
export const AppleReturn = () => <SocialReturn provider="apple" />;
/** `/auth/azure` */
export const AzureReturn = () => <SocialReturn provider="azure" />;
