import { Skeleton } from '@atrium/shared-kernel/ui/skeleton';
import { Section } from './section.tsx';

/** The place of a tab that is loading. */
export const TabSkeleton = () => (
  <div role="status" aria-label="Loading settings">
    <Section title="">
      <Skeleton shape="block" height={48} />
      <Skeleton shape="block" height={48} />
      <Skeleton shape="block" height={48} />
    </Section>
  </div>
);
