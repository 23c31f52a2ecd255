import type { RunningPlan } from '@atrium/shared-kernel/contracts/entities/billing';
import { money } from '@atrium/shared-kernel/contracts/money';
import { Button } from '@atrium/shared-kernel/ui/button';
import Layers from 'lucide-react/icons/layers';
import { Row, Rows } from '../ui/rows.tsx';
import { Section } from '../ui/section.tsx';
import { useCancelPlan } from './billing.api.ts';
import { outlookOf } from './plan-section.tsx';

interface PlansProps {
  readonly plans: readonly RunningPlan[];
  readonly onChange: () => void;
}

/** Plans that are paid at the same time, although one is enough. */
export const PlansSection = ({ plans, onChange }: PlansProps) => {
  const cancel = useCancelPlan(onChange);
  return (
    <Section title="All your plans" text="You pay for more than one plan. Keep one and cancel the others.">
      <Rows label="Plans">
        {plans.map((plan) => {
          const price = `${money(plan.amount, plan.currency)} per ${plan.interval}`;
          return (
            <Row
              key={plan.id}
              icon={<Layers />}
              title={price}
              text={outlookOf(plan)}
              action={
                !plan.cancelAtEnd && (
                  <Button size="s" aria-label={`Cancel the plan for ${price}`} onClick={() => void cancel(plan)}>
                    Cancel plan
                  </Button>
                )
              }
            />
          );
        })}
      </Rows>
    </Section>
  );
};
