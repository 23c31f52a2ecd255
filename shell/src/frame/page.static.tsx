import { PageSkeleton } from '../layout/skeletons.tsx';
import './frame.css';

/** A page of a remote before any script has loaded. The edge puts its static part into the slot. */
export const PageStatic = () => (
  <main>
    <slot name="page">
      <PageSkeleton />
    </slot>
  </main>
);
