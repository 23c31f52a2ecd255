import { fontSizes, type languages, type personalities } from '@atrium/shared-kernel/contracts/constants';
import type { User } from '@atrium/shared-kernel/contracts/entities/user';
import { useBehavior, type ThemeName } from '@atrium/shared-kernel/remote';
import { RadioGroup } from '@atrium/shared-kernel/ui/radio-group';
import { Select } from '@atrium/shared-kernel/ui/select';
import { limits, type ProfileDraft } from '../profile/draft.ts';
import type { ProfileChange } from '../profile/profile.api.ts';
import { SavedField, type SaveStates } from '../profile/saved-field.tsx';
import { useHost } from '../remote.ts';
import { Section } from '../ui/section.tsx';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { useQuery } from '@tanstack/react-query';

interface Props {
  /** Id of the chosen model. */
  readonly chosen: string | undefined;
  /** Null for no choice: the model of the team, or the first one. */
  readonly onChoose: (id: string | null) => void;
}

/** The model that answers new chats. */
const ModelSelect = ({ chosen, onChoose }: Props) => {
  const { client, session } = useHost();
  const { data } = useQuery({
    queryKey: ['models'],
    queryFn: async ({ signal }) => {
      const own = session.user$.value?.model;
      return { ...(await client.call(calls.chat.listModels, {}, { signal })), own };
    },
  });
  if (!data || data.models.length === 0) return null;
  const { models, own, default: usual } = data;
  const isOffered = (wanted: string | undefined) => models.some(({ id }) => id === wanted);
  // The service names the user's own choice as the default, and not what it replaces. A choice in another tab may be in
  // its answer before the session has it.
  const isOwn = isOffered(own) || (chosen !== undefined && chosen === usual);
  const fallback = isOwn ? undefined : (models.find(({ id }) => id === usual) ?? models[0]);
  const options = [
    { value: '', label: fallback ? `Default (${fallback.label})` : 'Default' },
    ...models.map(({ id, label }) => ({ value: id, label })),
  ];
  // Without a model that no longer exists, or that the user may no longer choose, it is as if none was chosen.
  const value = chosen !== undefined && isOffered(chosen) ? chosen : '';
  return <Select label="Model for new chats" options={options} value={value} onChange={(id) => onChoose(id || null)} />;
};

type Personality = (typeof personalities)[number];
type Language = (typeof languages)[number];

const themeOptions: { value: ThemeName; label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];
const sizeOptions = Object.entries(fontSizes).map(([label, value]) => ({ value: value, label }));
const personalityOptions: { value: Personality; label: string; hint: string }[] = [
  { value: 'explorer', label: 'Explorer', hint: 'Curious: explores your thoughts and suggests ideas of its own' },
  { value: 'serious', label: 'Serious', hint: 'To the point: facts first, in few words' },
  { value: 'casual', label: 'Casual', hint: 'Easygoing: talks like a friend' },
];
const languageOptions: { value: Language; label: string }[] = [
  { value: 'en-US', label: 'English (United States)' },
  { value: 'en-GB', label: 'English (United Kingdom)' },
];

interface PersonalizationTabProps extends SaveStates {
  readonly user: User;
  readonly draft: ProfileDraft;
  readonly onType: (change: Partial<ProfileDraft>) => void;
  /** Called for a choice, which is saved at once. */
  readonly onChoose: (change: ProfileChange) => void;
}

/** How Atrium looks and how it answers. */
export const PersonalizationTab = ({ user, draft, onType, onChoose, ...conflictProps }: PersonalizationTabProps) => {
  const { appearance } = useHost();
  const theme = useBehavior(appearance.theme$);
  const fontSize = useBehavior(appearance.fontSize$);
  return (
    <>
      <Section title="Appearance">
        <RadioGroup
          label="Theme"
          look="segments"
          options={themeOptions}
          value={theme}
          onChange={(value) => onChoose({ theme: value })}
        />
        <RadioGroup
          label="Font size"
          look="segments"
          options={sizeOptions}
          value={fontSize}
          onChange={(value) => onChoose({ fontSize: value })}
        />
      </Section>
      <Section title="Assistant">
        <SavedField
          {...conflictProps}
          name="aiDisplayName"
          label="Display name"
          hint="What the assistant calls you."
          value={draft.aiDisplayName}
          onChange={(aiDisplayName) => onType({ aiDisplayName })}
          maxLength={limits.displayName}
          placeholder={user.firstName}
          autoComplete="off"
        />
        <RadioGroup
          label="AI personality"
          look="cards"
          options={personalityOptions}
          value={user.aiPersonality ?? 'explorer'}
          onChange={(aiPersonality) => onChoose({ aiPersonality })}
        />
        <Select
          label="Language"
          options={languageOptions}
          value={user.aiLanguage ?? 'en-US'}
          onChange={(aiLanguage) => onChoose({ aiLanguage })}
        />
        {user.models && <ModelSelect chosen={user.model} onChoose={(model) => onChoose({ model })} />}
      </Section>
    </>
  );
};
