import { Link } from '@atrium/shared-kernel/remote';
import { DialogBody } from '@atrium/shared-kernel/ui/dialog-body';
import Markdown from 'react-markdown';
import { useHost } from '../remote.ts';
import { AuthPage } from '../ui/auth-page.tsx';
import classes from './legal-text.module.css';

export interface LegalDocument {
  readonly title: string;
  readonly intro: string;
  /** Markdown, so that an operator can replace it with their own text. */
  readonly text: string;
}

interface Props {
  readonly document: LegalDocument;
}

/** The document in a dialog, so that a form that is being filled in stays open below it. */
export const LegalDialog = ({ document: { title, intro, text } }: Props) => {
  const { close } = useHost();
  return (
    <DialogBody title={title} description={intro} onClose={() => close()}>
      <div className={classes.text}>
        <Markdown>{text}</Markdown>
      </div>
    </DialogBody>
  );
};

/** The same document as a page with its own URL, which anyone can read and link to. */
export const LegalPage = ({ document: { title, intro, text } }: Props) => (
  <AuthPage
    wide
    title={title}
    lead={intro}
    aside={
      <>
        <Link to="/terms">Terms of service</Link> · <Link to="/privacy">Privacy notice</Link>
      </>
    }
  >
    <div className={classes.text}>
      <Markdown components={{ h3: 'h2' }}>{text}</Markdown>
    </div>
  </AuthPage>
);
