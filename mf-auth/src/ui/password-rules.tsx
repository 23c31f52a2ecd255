import Check from 'lucide-react/icons/check';
import classes from './password-rules.module.css';

interface PasswordRulesProps {
  /** For the `aria-describedby` of the field. */
  readonly id: string;
  readonly rules: readonly { readonly label: string; readonly met: (value: string) => boolean }[];
  readonly value: string;
}

/** The rules of a password, each checked while the user types (A5.05). */
export const PasswordRules = ({ id, rules, value }: PasswordRulesProps) => (
  <ul id={id} className={classes.rules}>
    {rules.map(({ label, met }) => {
      const done = met(value);
      return (
        <li key={label} className={done ? classes.met : classes.open}>
          <span className={classes.mark} aria-hidden>
            {done && <Check size={12} strokeWidth={3} />}
          </span>
          {label}
          <span className={classes.state}>{done ? ', met' : ', not met yet'}</span>
        </li>
      );
    })}
  </ul>
);
