import * as calls from '@atrium/shared-kernel/contracts/calls';
import { Select } from '@atrium/shared-kernel/ui/select';
import { useQuery } from '@tanstack/react-query';
import { useHost } from '../remote.ts';

interface Props {
  /** The id of the one that was chosen. */
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
}

/** The model that new chats are answered by. */
export const ModelSelect = ({ chosen, onChoose }: Props) => {
  const { client } = useHost();
  const { data } = useQuery({
    queryKey: ['models'],
    queryFn: ({ signal }) => client.call(calls.chat.listModels, {}, { signal }),
  });
  const models = data?.models ?? [];
  // One that is gone, or not the person's any more, is answered for by the first.
  const current = models.find(({ id }) => id === chosen) ?? models[0];
  if (!current) return null;
  const options = models.map(({ id, label }) => ({ value: id, label }));
  return <Select label="Model for new chats" options={options} value={current.id} onChange={onChoose} />;
};
