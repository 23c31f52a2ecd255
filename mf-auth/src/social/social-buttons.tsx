import { Button } from '@atrium/shared-kernel/ui/button';
import { type ReactNode, useId } from 'react';
import { useHost } from '../remote.ts';
import { brandMarks } from './brand-marks.tsx';
import { inAppBrowserOf } from './in-app-browser.ts';
import { providerNames } from './providers.ts';
import { useProviders, useStartSocialLogin } from './social.api.ts';
import classes from './social-buttons.module.css';
import { ButtonList, ButtonSpace, SocialFrame } from './social-frame.tsx';

/**
 * A button for each identity provider that is set up, at equal rank. `divider` stands between them and the form below,
 * and is not shown where there is no provider.
 */
export const SocialButtons = ({ divider: between }: { divider?: ReactNode }) => {
  const { device } = useHost();
  const { providers, loading, failed, refetch } = useProviders();
  const start = useStartSocialLogin();
  const notice = useId();
  const app = inAppBrowserOf(device.userAgent);
  const refusesGoogle = app !== undefined && providers.includes('google');
  const under = start.isPending ? start.variables : undefined;

  if (providers.length === 0) return null;
  return (
    <SocialFrame
      divider={between}
      above={
        refusesGoogle && (
          <p id={notice} className={classes.notice}>
            Logging in with Google is not allowed inside {app}. Open this page in your browser, or log in another way.
          </p>
        )
      }
    >
      {failed ? (
        <div className={classes.failed} role="status">
          <p>We couldn’t load the other ways to log in.</p>
          <Button size="s" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      ) : (
        <ButtonList loading={loading}>
          {providers.map((provider) => (
            <li key={provider}>
              {loading ? (
                <ButtonSpace />
              ) : (
                <Button
                  size="l"
                  wide
                  className={classes.button}
                  icon={brandMarks[provider]}
                  busy={under === provider}
                  busyLabel={`Opening ${providerNames[provider]}`}
                  disabled={(under !== undefined && under !== provider) || (provider === 'google' && refusesGoogle)}
                  aria-describedby={provider === 'google' && refusesGoogle ? notice : undefined}
                  onClick={() => start.mutate(provider)}
                >
                  Continue with {providerNames[provider]}
                </Button>
              )}
            </li>
          ))}
        </ButtonList>
      )}
    </SocialFrame>
  );
};
