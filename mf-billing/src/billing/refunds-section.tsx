import type { Refund } from '@atrium/shared-kernel/contracts/entities/billing';
import { money } from '@atrium/shared-kernel/contracts/money';
import { buttonLook } from '@atrium/shared-kernel/ui/button';
import Undo2 from 'lucide-react/icons/undo-2';
import { Row, Rows } from '../ui/rows.tsx';
import { Section } from '../ui/section.tsx';
import { dayOf, joined } from '../ui/times.ts';

const refundText = ({ refunded, credited, currency }: Refund): string => {
  if (credited === 0) return 'Refunded';
  const credit = `${money(credited, currency)} credited to your next invoices`;
  return refunded === 0 ? credit : `${money(refunded, currency)} refunded, ${credit}`;
};

/** Refunds for a plan that was paid twice. */
export const RefundsSection = ({ refunds }: { readonly refunds: readonly Refund[] }) => (
  <Section title="Refunds" text="You paid for the same plan twice, so you got the second payment back.">
    <Rows label="Refunds">
      {refunds.map((refund) => (
        <Row
          key={refund.id}
          icon={<Undo2 />}
          title={money(refund.refunded + refund.credited, refund.currency)}
          text={joined(dayOf(refund.date), refundText(refund))}
          action={
            refund.url !== undefined && (
              <a
                className={buttonLook({ size: 's' })}
                href={refund.url}
                target="_blank"
                rel="noreferrer"
                aria-label={`View the refund from ${dayOf(refund.date)}`}
              >
                View
              </a>
            )
          }
        />
      ))}
    </Rows>
  </Section>
);
