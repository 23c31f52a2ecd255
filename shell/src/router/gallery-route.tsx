import { type ComponentType, lazy, Suspense } from 'react';
import { galleryPath, type OwnRoute } from './routes.tsx';

/** The page of the kernel's ui parts, in development builds. */
export const galleryRoute = (load: () => Promise<{ Gallery: ComponentType }>): OwnRoute => {
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
