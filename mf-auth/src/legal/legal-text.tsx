import { DialogBody } from '@atrium/shared-kernel/ui/dialog-body';
import { useRemote } from '../remote.ts';
import classes from './legal-text.module.css';

export interface Section {
  readonly title: string;
  readonly text: string;
}

interface LegalTextProps {
  readonly title: string;
  readonly intro: string;
  readonly sections: readonly Section[];
}

/** A text in plain words, one thing a section. */
export const LegalText = ({ title, intro, sections }: LegalTextProps) => {
  const { close } = useRemote();
  return (
    <DialogBody title={title} description={intro} onClose={() => close()}>
      <div className={classes.text}>
        {sections.map((section) => (
          <section key={section.title}>
            <h3 className={classes.title}>{section.title}</h3>
            <p>{section.text}</p>
          </section>
        ))}
      </div>
    </DialogBody>
  );
};
