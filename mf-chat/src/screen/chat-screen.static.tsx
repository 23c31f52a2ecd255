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
import { invitation } from './greeting.ts';
import { GreetingTitle } from './greeting-title.tsx';
import { HintPlaceholder, JoinLinks } from './join-bar.tsx';
import { ScreenLayout } from './screen-layout.tsx';
import styles from './screen.module.css';
import { ThreadSkeleton } from './thread-skeleton.tsx';

const nothing = () => undefined;

/** The page picks one of the suggestions. `autoComplete` keeps a reload from restoring old text. */
const field = {
  placeholder: suggestions[0],
  'data-placeholders': suggestions.join('|'),
  'data-early-focus': '',
  autoComplete: 'off',
};

const StaticComposer = () => (
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

type Access = 'visitor' | 'free' | 'premium' | 'unknown';

/** Content for those whom the browser knows as `access`. Content for all of them is in the page only once. */
const For = ({ access, children }: { readonly access: Access; readonly children: ReactNode }) => (
  <div className={classes.variant} data-for={access}>
    {children}
  </div>
);

/** Users who cannot chat yet. */
const withoutPlan = ['free', 'visitor'] as const;

const Bottom = () => (
  <>
    <For access="premium">
      <StaticComposer />
    </For>
    {withoutPlan.map((access) => (
      <For key={access} access={access}>
        <JoinLinks visitor={access === 'visitor'} />
        {access === 'free' && <HintPlaceholder />}
      </For>
    ))}
    <For access="unknown">
      <Skeleton shape="block" height={88} />
    </For>
  </>
);

/**
 * The prerendered screen, shown before any script has run: a new chat or, depending on the URL, the skeleton of a chat.
 * Styles of the page show the variants for the browser's last user.
 */
export const ChatScreenStatic = () => (
  <div className={styles.screen}>
    <ScreenLayout header={<p className={`${styles.title} ${classes.named}`} />} fill bottom={<Bottom />}>
      <div className={`${styles.fill} ${classes.fresh}`}>
        <For access="premium">
          <Welcome title={<GreetingTitle firstName="" />} text={invitation} />
        </For>
        {withoutPlan.map((access) => (
          <For key={access} access={access}>
            <Welcome
              title={<GreetingTitle firstName={access === 'visitor' ? undefined : ''} />}
              text={invitation}
              question={<QuestionForm visitor={access === 'visitor'} blank />}
            />
          </For>
        ))}
      </div>
      <div className={`${styles.column} ${styles.thread} ${classes.chat}`}>
        <ThreadSkeleton />
      </div>
    </ScreenLayout>
  </div>
);
