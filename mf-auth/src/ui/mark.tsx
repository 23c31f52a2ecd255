import { Spinner } from '@atrium/shared-kernel/ui/progress';
import Check from 'lucide-react/icons/check';
import Link2Off from 'lucide-react/icons/link-2-off';
import MailCheck from 'lucide-react/icons/mail-check';
import classes from './mark.module.css';

const icons = {
  sent: <MailCheck />,
  done: <Check />,
  broken: <Link2Off />,
  waiting: <Spinner />,
};

/** An icon for the outcome. Screen readers skip it because the text next to it says the same. */
export const Mark = ({ of }: { readonly of: keyof typeof icons }) => (
  <span className={classes.mark} data-of={of} aria-hidden>
    {icons[of]}
  </span>
);
