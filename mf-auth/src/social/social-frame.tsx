import { identityProviders } from '@atrium/shared-kernel/contracts/constants';
import { Skeleton } from '@atrium/shared-kernel/ui/skeleton';
import type { ReactNode } from 'react';
import classes from './social-buttons.module.css';

/** Under which the providers of the last visit are stored. */
export const lastProvidersKey = 'auth.providers';

export const divider = 'or use your email';

/** The place of a button. */
export const ButtonSpace = () => <Skeleton shape="block" height="100%" className={classes.bone} />;

interface Props {
  readonly above?: ReactNode;
  readonly children: ReactNode;
  readonly divider?: ReactNode;
}

/** What stands between the buttons and the form below. */
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

/** The places of the buttons before any script has come: the page takes those out that were not set up last time. */
export const SocialSpaces = () => (
  <SocialFrame divider={divider}>
    <ButtonList loading>
      {identityProviders.map((provider) => (
        <li key={provider} data-stored={`${lastProvidersKey}~${provider}`}>
          <ButtonSpace />
        </li>
      ))}
    </ButtonList>
  </SocialFrame>
);
