import { useBehavior } from '@atrium/shared-kernel/remote';
import { type RouteObject, Router, useRoutes } from 'react-router-dom';
import { ShellFrame } from './layout/shell-frame.tsx';
import type { OwnedNavigation } from './router/navigation.ts';
import { ShellContext, type ShellParts } from './shell-context.ts';

interface Props {
  navigation: OwnedNavigation;
  routes: RouteObject[];
  parts: ShellParts;
}

const Pages = ({ routes }: Pick<Props, 'routes'>) => useRoutes(routes);

/** The whole page: the one router, and around its pages the shell's frame. */
export const Shell = ({ navigation, routes, parts }: Props) => {
  const { location, action } = useBehavior(navigation.visit$);
  return (
    <ShellContext value={parts}>
      <Router location={location} navigationType={action} navigator={navigation.history}>
        <ShellFrame>
          <Pages routes={routes} />
        </ShellFrame>
      </Router>
    </ShellContext>
  );
};
