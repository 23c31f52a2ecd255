import type { Bill } from '@atrium/shared-kernel/contracts/entities/billing';
import { money } from '@atrium/shared-kernel/contracts/money';
import { noInvoices } from '@atrium/shared-kernel/contracts/sentences';
import { Button, buttonLook } from '@atrium/shared-kernel/ui/button';
import Receipt from 'lucide-react/icons/receipt';
import { Row, Rows } from '../ui/rows.tsx';
import { Section } from '../ui/section.tsx';
import { dayOf, joined } from '../ui/times.ts';
import classes from './billing-tab.module.css';

const statusLabels = { paid: 'Paid', open: 'Not paid yet', void: 'Void' } as const;

interface InvoicesProps {
  readonly invoices: readonly Bill[];
  readonly onMore: (() => void) | undefined;
  readonly busy: boolean;
}

/** What was charged, each invoice with a link to its page. */
export const InvoicesSection = ({ invoices, onMore, busy }: InvoicesProps) => (
  <Section title="Invoices">
    {invoices.length === 0 ? (
      <p className={classes.next}>{noInvoices}</p>
    ) : (
      <Rows label="Invoices">
        {invoices.map(({ id, number, date, amount, currency, status, url }) => (
          <Row
            key={id}
            icon={<Receipt />}
            title={money(amount, currency)}
            text={joined(dayOf(date), number, statusLabels[status])}
            action={
              url !== undefined && (
                <a
                  className={buttonLook({ size: 's' })}
                  href={url}
                  target="_blank"
                  rel="noreferrer"
                  aria-label={`View invoice ${number} from ${dayOf(date)}`}
                >
                  View
                </a>
              )
            }
          />
        ))}
      </Rows>
    )}
    {onMore && (
      <Button variant="ghost" wide busy={busy} busyLabel="Loading" onClick={onMore}>
        Show older invoices
      </Button>
    )}
  </Section>
);
