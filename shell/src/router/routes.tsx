import { useBehavior } from '@atrium/shared-kernel/remote';
import type { ComponentType } from 'react';
import { redirect, type RouteObject } from 'react-router-dom';
import { RemoteModule } from '../composition/remote-module.tsx';
import { MainScreen } from '../layout/main-screen.tsx';
import { PageSkeleton } from '../layout/skeletons.tsx';
import { ShellFrame } from '../layout/shell-frame.tsx';
import type { Directory, RouteEntry } from '../remotes/directory.ts';
import { useShell } from '../shell-context.ts';
import type { Router } from './navigation.ts';
import { NotFound } from './not-found.tsx';

/** What the shell knows about a route beside its path. */
export interface RouteHandle {
  readonly area: string;
  readonly title: string;
}

export const mainArea = 'main';
const ownArea = 'shell';

const handle = (area: string, title: string): RouteHandle => ({ area, title });

const areaOf = ({ remote }: RouteEntry) => remote.pinned.name;

/** A page of a remote: on the screen while the single-spa application of its area is mounted. */
const RemotePage = ({ entry }: { entry: RouteEntry }) => {
  const { areas$ } = useShell();
  const shown = useBehavior(areas$).has(areaOf(entry));
  return <main>{shown ? <RemoteModule entry={entry} skeleton={<PageSkeleton />} /> : <PageSkeleton />}</main>;
};

const MainPage = () => {
  const { areas$ } = useShell();
  return useBehavior(areas$).has(mainArea) ? <MainScreen /> : null;
};

/** All route areas, each with a single-spa application of its own. */
export const areasOf = (directory: Directory): string[] => [
  ...new Set([mainArea, ownArea, ...directory.routes.map(areaOf)]),
];

type Gallery = () => Promise<{ Gallery: ComponentType }>;

/** The routes of the product: the shell's own, and those of the remotes from the release set. */
export const routesOf = (directory: Directory, gallery?: Gallery): RouteObject[] => [
  {
    element: <ShellFrame />,
    children: [
      { path: '/', element: <MainPage />, handle: handle(mainArea, '') },
      { path: '/app/ai', loader: ({ request }) => redirect(`/${new URL(request.url).search}`) },
      ...directory.routes.map((entry) => ({
        path: entry.path,
        element: <RemotePage key={entry.path} entry={entry} />,
        handle: handle(areaOf(entry), entry.title),
      })),
      ...(gallery
        ? [
            {
              path: '/__ui',
              lazy: async () => ({ Component: (await gallery()).Gallery }),
              handle: handle(ownArea, 'UI'),
            },
          ]
        : []),
      { path: '*', element: <NotFound />, handle: handle(ownArea, 'Not found') },
    ],
  },
];

/** The handle of the route that the router shows now. */
export const currentHandle = (router: Router): RouteHandle =>
  (router.state.matches.at(-1)?.route.handle as RouteHandle | undefined) ?? handle(ownArea, '');
