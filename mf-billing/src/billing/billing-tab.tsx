import { LoadFailure } from '../ui/load-failure.tsx';
import { RowsSkeleton } from '../ui/rows.tsx';
import { Section } from '../ui/section.tsx';
import { useBilling } from './billing.api.ts';
import { InvoicesSection } from './invoices-section.tsx';
import { PlanSection } from './plan-section.tsx';
import { PlansSection } from './plans-section.tsx';
import { RefundsSection } from './refunds-section.tsx';

/** Plan, portal and invoices of a payment customer (A6.06). */
const BillingTab = () => {
  const { billing, error, isFetching, retry, showMore } = useBilling();
  if (billing)
    return (
      <div>
        <PlanSection plan={billing.plan} onChange={billing.plans ? undefined : retry} />
        {billing.plans && <PlansSection plans={billing.plans} onChange={retry} />}
        {billing.refunds && <RefundsSection refunds={billing.refunds} />}
        <InvoicesSection invoices={billing.invoices} onMore={showMore} busy={isFetching} />
      </div>
    );
  return (
    <Section title="Billing">
      {error ? (
        <LoadFailure what="your billing" error={error} onRetry={retry} busy={isFetching} />
      ) : (
        <RowsSkeleton label="Loading your billing" count={3} />
      )}
    </Section>
  );
};

export default BillingTab;
