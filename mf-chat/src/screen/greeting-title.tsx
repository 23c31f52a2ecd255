import welcome from '../welcome/welcome.module.css';
import { greeting } from './greeting.ts';

interface Props {
  /** Undefined for a visitor. Empty while it is not known yet, which leaves room for it. */
  readonly firstName: string | undefined;
}

/** The title of a new chat. The page shows it before the name is known, so no name, however long, moves what is below. */
export const GreetingTitle = ({ firstName }: Props) => {
  if (firstName === undefined) return greeting();
  const name = <span className={welcome.person}>{firstName && `${firstName}?`}</span>;
  return (
    <>
      {firstName ? 'How can I help,' : greeting()} {name}
    </>
  );
};
