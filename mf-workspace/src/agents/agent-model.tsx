import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { ModelOption } from '@atrium/shared-kernel/contracts/entities/model';
import { useBehavior } from '@atrium/shared-kernel/remote';
import { Select } from '@atrium/shared-kernel/ui/select';
import { useQuery } from '@tanstack/react-query';
import { useHost } from '../remote.ts';

interface Props {
  /** Id of the chosen model. Null for the model of the chat or the user. */
  readonly chosen: string | null;
  readonly onChange: (id: string | null) => void;
}

/** The models that the user may use. */
export const useModels = (): readonly ModelOption[] => {
  const { client, session } = useHost();
  const user = useBehavior(session.user$);
  const { data } = useQuery({
    queryKey: ['models'],
    enabled: user?.models === true,
    queryFn: ({ signal }) => client.call(calls.chat.listModels, {}, { signal }),
  });
  return data?.models ?? [];
};

const ownChoice = 'Each person’s own choice';
const notUsable = 'A model you can’t use';

/** Names the model of an agent as its choice does. */
export const useModelName = (): ((id: string | undefined) => string) => {
  const models = useModels();
  return (id) => (id ? (models.find((model) => model.id === id)?.label ?? notUsable) : ownChoice);
};

/** Chooses the model that answers for the agent. Renders nothing if there is no choice. */
export const AgentModel = ({ chosen, onChange }: Props) => {
  const models = useModels();
  if (models.length < 2) return null;
  const available = chosen === null || models.some(({ id }) => id === chosen);
  const options = [
    { value: '', label: ownChoice },
    ...models.map(({ id, label }) => ({ value: id, label })),
    // Other members of a team may be able to use it, or it may come back, so saving the form does not change it.
    ...(available ? [] : [{ value: chosen, label: notUsable }]),
  ];
  return (
    <Select
      label="Model"
      hint="Answers in new chats with this agent. People can switch in a chat."
      options={options}
      value={chosen ?? ''}
      onChange={(id) => onChange(id || null)}
    />
  );
};
