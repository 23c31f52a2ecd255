import { DialogBody } from '@atrium/shared-kernel/ui/dialog-body';
import { Tabs } from '@atrium/shared-kernel/ui/tabs';
import { useState } from 'react';
import { useHost } from '../remote.ts';
import { ContactForm, useContact } from './contact-form.tsx';
import { HelpLinks } from './help-links.tsx';
import { helpTexts } from './help-texts.ts';
import styles from './help-dialog.module.css';
import { StoreBadges } from './store-badges.tsx';

const HelpText = ({ text }: { text: (typeof helpTexts)[number] }) => (
  <div className={styles.text}>
    {text.intro && <p>{text.intro}</p>}
    <ul className={styles.points}>
      {text.points.map(({ name, body }) => (
        <li key={name}>
          <strong>{name}</strong> {body}
        </li>
      ))}
    </ul>
    {text.tab === 'Overview' && <HelpLinks />}
  </div>
);

/** The help dialog: a contact form, and four pages of text (B2.31 to B2.34). */
export const HelpDialog = () => {
  const { close } = useHost();
  const contact = useContact();
  const [tab, setTab] = useState('Contact Us');
  return (
    <DialogBody title="Help" onClose={() => close()}>
      <Tabs
        label="Help"
        value={tab}
        onChange={setTab}
        tabs={[
          {
            value: 'Contact Us',
            label: 'Contact Us',
            content: (
              <>
                <ContactForm {...contact} />
                <StoreBadges />
              </>
            ),
          },
          ...helpTexts.map((text) => ({ value: text.tab, label: text.tab, content: <HelpText text={text} /> })),
        ]}
      />
    </DialogBody>
  );
};
