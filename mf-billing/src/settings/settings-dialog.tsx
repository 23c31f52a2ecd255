import * as dialogs from '@atrium/shared-kernel/contracts/dialogs';
import type { User } from '@atrium/shared-kernel/contracts/entities/user';
import * as events from '@atrium/shared-kernel/contracts/events';
import { useBehavior, useDialogInput } from '@atrium/shared-kernel/remote';
import { DialogBody } from '@atrium/shared-kernel/ui/dialog-body';
import { Tabs } from '@atrium/shared-kernel/ui/tabs';
import { useEffect, useState } from 'react';
import { AccountTab } from '../account/account-tab.tsx';
import { PersonalizationTab } from '../personalization/personalization-tab.tsx';
import { createAutoSave } from '../profile/auto-save.model.ts';
import { draftOf, dueOf, type ProfileDraft } from '../profile/draft.ts';
import { useSaveProfile } from '../profile/profile.api.ts';
import { useRemote } from '../remote.ts';
import classes from './settings-dialog.module.css';

type TabName = 'Personalization' | 'Account';

/**
 * The settings dialog (A2.18). Its draft outlives a change of tab and is saved when the dialog closes. Where the user
 * goes, by whatever way, it closes and the visitor's main screen shows.
 */
export const SettingsDialog = () => {
  const { bus, close, navigation, session } = useRemote();
  const user = useBehavior(session.user$);
  const gone = user === undefined;

  useEffect(() => bus.emit(events.billing.settingsOpened, {}), [bus]);
  useEffect(() => {
    if (!gone) return;
    close();
    navigation.navigate('/');
  }, [close, gone, navigation]);

  return (
    <DialogBody title="Settings" onClose={() => close()}>
      {user && <Settings user={user} />}
    </DialogBody>
  );
};

const Settings = ({ user }: { readonly user: User }) => {
  const { scope, session } = useRemote();
  const asked = useDialogInput(dialogs.billing.settings).tab;
  const [tab, setTab] = useState<TabName>(asked === 'Account' ? 'Account' : 'Personalization');
  const save = useSaveProfile();
  const [profile] = useState(() =>
    createAutoSave<ProfileDraft>(scope, {
      initial: draftOf(user),
      due: (draft) => session.user$.value && dueOf(draft, session.user$.value),
      save,
    }),
  );
  const draft = useBehavior(profile.draft$);
  const shared = { user, draft, onType: profile.change };

  return (
    <Tabs
      className={classes.settings}
      label="Settings"
      value={tab}
      onChange={setTab}
      tabs={[
        {
          value: 'Personalization',
          label: 'Personalization',
          content: <PersonalizationTab {...shared} onChoose={(change) => void save(change)} />,
        },
        { value: 'Account', label: 'Account', content: <AccountTab {...shared} /> },
      ]}
    />
  );
};
