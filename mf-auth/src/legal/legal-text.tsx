import { DialogBody } from '@atrium/shared-kernel/ui/dialog-body';
import Markdown from 'react-markdown';
import { useHost } from '../remote.ts';
import classes from './legal-text.module.css';

interface LegalTextProps {
  readonly title: string;
  readonly intro: string;
  /** Markdown, so that whoever runs the product can put their own words in its place. */
  readonly text: string;
}

/** A text in plain words, one thing below each heading. */
export const LegalText = ({ title, intro, text }: LegalTextProps) => {
  const { close } = useHost();
  return (
    <DialogBody title={title} description={intro} onClose={() => close()}>
      <div className={classes.text}>
        <Markdown>{text}</Markdown>
      </div>
    </DialogBody>
  );
};
