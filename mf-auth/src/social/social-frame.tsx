import { identityProviders } from '@atrium/shared-kernel/contracts/constants';
import { Skeleton } from '@atrium/shared-kernel/ui/skeleton';
import type { ReactNode } from 'react';
import classes from './social-buttons.module.css';

/** Storage key for the providers of the last visit. */
export const lastProvidersKey = 'auth.providers';

export const divider = 'or use your email';

/** Takes up the space of a button until the providers are known. */
export const ButtonPlaceholder = () => <Skeleton shape="block" height="100%" className={classes.bone} />;

interface Props {
  readonly above?: ReactNode;
  readonly children: ReactNode;
  readonly divider?: ReactNode;
}

/** Lays out the buttons, with an optional notice above and a divider to the form below. */
export const SocialFrame = ({ above, children, divider: between }: Props) => (
  <div className={classes.social}>
    {above}
    {children}
    {between !== undefined && (
      <p className={classes.divider}>
        <span>{between}</span>
      </p>
    )}
  </div>
);

interface ListProps {
  readonly loading: boolean;
  readonly children: ReactNode;
}

export const ButtonList = ({ loading, children }: ListProps) => (
  <ul className={classes.buttons} aria-label="Log in with another account" aria-busy={loading}>
    {children}
  </ul>
);

/**
 * Placeholders in the prerendered HTML. The page removes those of providers that were not configured at the last visit.
 */
export const SocialPlaceholders = () => (
  <SocialFrame divider={divider}>
    <ButtonList loading>
      {identityProviders.map((provider) => (
        <li key={provider} data-stored={`${lastProvidersKey}~${provider}`}>
          <ButtonPlaceholder />
        </li>
      ))}
    </ButtonList>
  </SocialFrame>
);
