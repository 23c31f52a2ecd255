import { useBehavior } from '@atrium/shared-kernel/remote';
import { Fragment } from 'react';
import { ShellFrame } from './layout/shell-frame.tsx';
import { bestMatch } from './router/best-match.ts';
import type { OwnedNavigation } from './router/navigation.ts';
import type { OwnRoute } from './router/routes.tsx';
import { ShellContext, type ShellParts } from './shell-context.ts';

interface Props {
  navigation: OwnedNavigation;
  routes: readonly OwnRoute[];
  parts: ShellParts;
}

/** The whole page: the one router, and around its pages the shell's frame. */
export const Shell = ({ navigation, routes, parts }: Props) => {
  const { pathname } = useBehavior(navigation.location$);
  const route = bestMatch(routes, pathname);
  return (
    <ShellContext value={parts}>
      <ShellFrame>
        <Fragment key={route?.path}>{route?.element}</Fragment>
      </ShellFrame>
    </ShellContext>
  );
};
