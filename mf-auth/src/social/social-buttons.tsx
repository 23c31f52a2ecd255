import { Button } from '@atrium/shared-kernel/ui/button';
import { useId, type ReactNode } from 'react';
import { useHost } from '../remote.ts';
import { brandMarks } from './brand-marks.tsx';
import { providerNames } from './providers.ts';
import { useProviders, useStartSocialLogin } from './social.api.ts';
import classes from './social-buttons.module.css';
import { ButtonList, ButtonPlaceholder, SocialFrame } from './social-frame.tsx';

/** In-app browsers, recognized by their user agent. */
const apps: readonly (readonly [RegExp, string])[] = [
  [/Instagram/i, 'Instagram'],
  [/FBAN|FBAV|FB_IAB|FBIOS/, 'Facebook'],
  [/LinkedInApp/i, 'LinkedIn'],
  [/MicroMessenger/i, 'WeChat'],
  [/musical_ly|BytedanceWebview|TikTok|trill_/i, 'TikTok'],
  [/\bLine\//, 'LINE'],
  [/Snapchat/i, 'Snapchat'],
  [/\[?Pinterest\//i, 'Pinterest'],
  [/TwitterAndroid|Twitter for i/i, 'X'],
  [/; wv\)/, 'this app'],
];

/** The app whose in-app browser shows the page. Undefined in a regular browser. */
export const inAppBrowserOf = (userAgent: string): string | undefined =>
  apps.find(([pattern]) => pattern.test(userAgent))?.[1];

/**
 * One button for each configured identity provider, all equally prominent. `divider` separates them from the form
 * below, and is hidden if there is no provider.
 */
export const SocialButtons = ({ divider: between }: { divider?: ReactNode }) => {
  const { device } = useHost();
  const { providers, loading, failed, refetch } = useProviders();
  const start = useStartSocialLogin();
  const notice = useId();
  const app = inAppBrowserOf(device.userAgent);
  const refusesGoogle = app !== undefined && providers.includes('google');
  const opening = start.isPending ? start.variables : undefined;

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
                <ButtonPlaceholder />
              ) : (
                <Button
                  size="l"
                  wide
                  className={classes.button}
                  icon={brandMarks[provider]}
                  busy={opening === provider}
                  busyLabel={`Opening ${providerNames[provider]}`}
                  disabled={(opening !== undefined && opening !== provider) || (provider === 'google' && refusesGoogle)}
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
