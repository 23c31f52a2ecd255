import * as calls from '@atrium/shared-kernel/contracts/calls';
import { useBehavior } from '@atrium/shared-kernel/remote';
import { Select } from '@atrium/shared-kernel/ui/select';
import { useQuery } from '@tanstack/react-query';
import { useHost } from '../remote.ts';

interface Props {
  /** Id of the chosen model. Null for the model of the chat or the user. */
  readonly chosen: string | null;
  readonly onChange: (id: string | null) => void;
}

/** Chooses the model that answers for the agent. Renders nothing if there is no choice. */
export const AgentModel = ({ chosen, onChange }: Props) => {
  const { client, session } = useHost();
  const user = useBehavior(session.user$);
  const { data } = useQuery({
    queryKey: ['models'],
    enabled: user?.models === true,
    queryFn: ({ signal }) => client.call(calls.chat.listModels, {}, { signal }),
  });
  const models = data?.models ?? [];
  if (models.length < 2) return null;
  const available = chosen === null || models.some(({ id }) => id === chosen);
  const options = [
    { value: '', label: 'Each person’s own choice' },
    ...models.map(({ id, label }) => ({ value: id, label })),
    // Other members of a team may be able to use it, or it may come back, so saving the form does not change it.
    ...(available ? [] : [{ value: chosen, label: 'A model you can’t use' }]),
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
