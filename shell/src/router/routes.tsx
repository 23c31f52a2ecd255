import { lazyPart, useBehavior } from '@atrium/shared-kernel/remote';
import { type ReactNode, Suspense, useEffect } from 'react';
import { RemoteModule } from '../composition/remote-module.tsx';
import { MainScreen } from '../layout/main-screen.tsx';
import { PageSkeleton } from '../layout/skeletons.tsx';
import type { Directory, RouteEntry } from '../remotes/directory.ts';
import { useShell } from '../shell-context.ts';
import { bestMatch } from './best-match.ts';

/** Loaded on demand, because few visits need them. */
const NotFound = lazyPart(async () => ({ default: (await import('./not-found.tsx')).NotFound }));
const TurnedOff = lazyPart(async () => ({ default: (await import('./not-found.tsx')).TurnedOff }));

/** What the shell knows about a page, apart from its path. */
export interface Page {
  /** The single-spa application that shows it. */
  readonly area: string;
  readonly title: string;
}

export const mainArea = 'main';
const ownArea = 'shell';
export const galleryPath = '/__ui';
const oldMainPath = '/app/ai';

/** The main screen has two addresses. */
export const shownPath = (pathname: string): string => (pathname === oldMainPath ? '/' : pathname);

const areaOf = ({ remote }: RouteEntry) => remote.pinned.name;

/** The page at a path, from the routes of the release set and the shell's own; `gallery` says whether there is one. */
export const pageAt = (directory: Directory, pathname: string, gallery: boolean): Page => {
  if (pathname === '/') return { area: mainArea, title: '' };
  if (gallery && pathname === galleryPath) return { area: ownArea, title: 'Components' };
  const route = bestMatch(directory.routes, pathname);
  if (route) return { area: areaOf(route), title: route.title };
  const isDisabled = bestMatch(
    directory.disabledPaths.map((path) => ({ path })),
    pathname,
  );
  return { area: ownArea, title: isDisabled ? 'Turned off' : 'Not found' };
};

/** Content of a route area: on the screen while the single-spa application of its area is mounted. */
const InArea = ({ area, fallback, children }: { area: string; fallback: ReactNode; children: ReactNode }) =>
  useBehavior(useShell().areas$).has(area) ? children : fallback;

const RemotePage = ({ entry }: { entry: RouteEntry }) => (
  <main>
    <InArea area={areaOf(entry)} fallback={<PageSkeleton />}>
      <RemoteModule entry={entry} skeleton={<PageSkeleton />} onSettled={useShell().frame.settle} />
    </InArea>
  </main>
);

/** Tells the frame that a page of the shell itself is complete as soon as it is rendered. */
const OwnPage = () => {
  const { frame } = useShell();
  useEffect(() => frame.settle(), [frame]);
  return null;
};

const ToMainScreen = () => {
  const { navigation } = useShell().host;
  useEffect(() => navigation.navigate(`/${navigation.location$.value.search}`, { replace: true }), [navigation]);
  return null;
};

/** A page whose code is loaded on demand. */
const OnDemand = ({ children }: { children: ReactNode }) => (
  <Suspense fallback={<PageSkeleton />}>
    {children}
    <OwnPage />
  </Suspense>
);

/** A page of the shell's own, or of a remote. */
export interface OwnRoute {
  readonly path: string;
  readonly element: ReactNode;
}

/** The routes of the product: the shell's own, and those of the remotes from the release set. */
export const routesOf = (directory: Directory, gallery?: OwnRoute): OwnRoute[] => [
  {
    path: '/',
    element: (
      <InArea area={mainArea} fallback={null}>
        <MainScreen />
      </InArea>
    ),
  },
  { path: oldMainPath, element: <ToMainScreen /> },
  ...directory.routes.map((entry) => ({
    path: entry.path,
    element: <RemotePage key={entry.path} entry={entry} />,
  })),
  ...(gallery
    ? [
        {
          ...gallery,
          element: (
            <>
              {gallery.element}
              <OwnPage />
            </>
          ),
        },
      ]
    : []),
  ...directory.disabledPaths.map((path) => ({
    path,
    element: (
      <OnDemand>
        <TurnedOff text={directory.disabled(`route ${path}`) ?? ''} />
      </OnDemand>
    ),
  })),
  {
    path: '*',
    element: (
      <OnDemand>
        <NotFound />
      </OnDemand>
    ),
  },
];
