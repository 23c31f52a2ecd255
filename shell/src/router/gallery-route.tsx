import { type ComponentType, lazy, Suspense } from 'react';
import type { RouteObject } from 'react-router-dom';
import { galleryPath } from './routes.tsx';

/** The page of the kernel's ui parts, in development builds. */
export const galleryRoute = (load: () => Promise<{ Gallery: ComponentType }>): RouteObject => {
  const Gallery = lazy(async () => ({ default: (await load()).Gallery }));
  return {
    path: galleryPath,
    element: (
      <Suspense>
        <Gallery />
      </Suspense>
    ),
  };
};
