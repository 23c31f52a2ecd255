import { heardFromOptions } from '@atrium/shared-kernel/contracts/constants';
import { Button } from '@atrium/shared-kernel/ui/button';
import { RadioGroup } from '@atrium/shared-kernel/ui/radio-group';
import { type FormEvent, useState } from 'react';
import { AuthPage } from '../ui/auth-page.tsx';
import { type HeardFrom, useFinish } from './onboarding.api.ts';
import classes from './welcome.module.css';

const labels: Record<HeardFrom, string> = {
  friend: 'Friend',
  youtube: 'YouTube',
  linkedin: 'LinkedIn',
  x: 'X',
  reddit: 'Reddit',
  other: 'Other',
};
const options = heardFromOptions.map((value) => ({ value, label: labels[value] }));

/** The second screen: how the user heard about the product (A5.16). */
export const Question = ({ onBack }: { readonly onBack: () => void }) => {
  const [heardFrom, setHeardFrom] = useState<HeardFrom>();
  const [sent, setSent] = useState(false);
  const finish = useFinish();

  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setSent(true);
    if (!heardFrom) return event.currentTarget.querySelector<HTMLInputElement>('[type=radio]')?.focus();
    if (!finish.isPending) finish.mutate(heardFrom);
  };

  return (
    <AuthPage focusTitle title="One last question" lead="It helps us reach more people like you." aside="Step 2 of 2">
      <form className={classes.question} onSubmit={send} noValidate>
        <RadioGroup
          label="How did you hear about Atrium?"
          options={options}
          look="cards"
          value={heardFrom}
          onChange={setHeardFrom}
          error={sent && !heardFrom ? 'Please select an option.' : undefined}
        />
        <div className={classes.actions}>
          <Button variant="ghost" size="l" onClick={onBack}>
            Back
          </Button>
          <Button type="submit" variant="primary" size="l" wide busy={finish.isPending} busyLabel="Saving">
            Finish
          </Button>
        </div>
      </form>
    </AuthPage>
  );
};
