import { Skeleton } from '@atrium/shared-kernel/ui/skeleton';
import type { ReactNode } from 'react';
import { AttachButton, ImproveButton, RecordButton } from '../composer/composer-buttons.tsx';
import { Composer } from '../composer/composer.tsx';
import { ModeToggles } from '../composer/mode-toggles.tsx';
import { suggestions } from '../composer/suggestions.ts';
import { noModes } from '../draft/modes.ts';
import { QuestionForm } from '../welcome/question-form.tsx';
import { Welcome } from '../welcome/welcome.tsx';
import classes from './chat-screen.static.module.css';
import { greeting, invitation } from './greeting.ts';
import { HintSpace, JoinLinks } from './join-bar.tsx';
import { ScreenLayout } from './screen-layout.tsx';
import styles from './screen.module.css';
import { ThreadSkeleton } from './thread-skeleton.tsx';

const nothing = () => undefined;

/** The page chooses one of the suggestions. A browser that loads the page again puts no old text into the field. */
const field = {
  placeholder: suggestions[0],
  'data-placeholders': suggestions.join('|'),
  'data-early-focus': '',
  autoComplete: 'off',
};

const RestingComposer = () => (
  <Composer
    text=""
    streaming={false}
    sendable={false}
    inputRef={null}
    field={field}
    onType={nothing}
    onSend={nothing}
    onStop={nothing}
    tools={
      <>
        <AttachButton disabled />
        <ModeToggles modes={noModes} secure={false} disabled />
      </>
    }
    extras={
      <>
        <ImproveButton disabled />
        <RecordButton disabled />
      </>
    }
  />
);

interface Props {
  /** Whom it is for, by what the browser knows. */
  readonly access: 'visitor' | 'free' | 'premium' | 'unknown';
  readonly question?: ReactNode;
  readonly bottom: ReactNode;
}

/** A new chat, or, by the address, the place of a chat that is on its way. */
const Screen = ({ access, question, bottom }: Props) => (
  <div className={styles.screen} data-for={access}>
    <ScreenLayout header={<p className={`${styles.title} ${classes.named}`} />} fill bottom={bottom}>
      <div className={`${styles.fill} ${classes.fresh}`}>
        {access !== 'unknown' && <Welcome title={greeting()} text={invitation} question={question} />}
      </div>
      <div className={`${styles.column} ${styles.thread} ${classes.chat}`}>
        <ThreadSkeleton />
      </div>
    </ScreenLayout>
  </div>
);

/** The static HTML of the screen, shown before any script has run. Styles of the page pick the variant for its last person. */
export const ChatScreenStatic = () => (
  <>
    <Screen access="premium" bottom={<RestingComposer />} />
    {(['free', 'visitor'] as const).map((access) => (
      <Screen
        key={access}
        access={access}
        question={<QuestionForm visitor={access === 'visitor'} blank />}
        bottom={
          <>
            <JoinLinks visitor={access === 'visitor'} />
            {access === 'free' && <HintSpace />}
          </>
        }
      />
    ))}
    <Screen access="unknown" bottom={<Skeleton shape="block" height={88} />} />
  </>
);
