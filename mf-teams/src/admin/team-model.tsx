import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { Team } from '@atrium/shared-kernel/contracts/entities/team';
import { useBehavior } from '@atrium/shared-kernel/remote';
import { Select } from '@atrium/shared-kernel/ui/select';
import { useQuery } from '@tanstack/react-query';
import { useHost } from '../remote.ts';
import { useTeamChange } from '../team/team.api.ts';

/** Chooses the model for new chats of members who chose none. Renders nothing if there is no choice. */
export const TeamModel = ({ team }: { readonly team: Team }) => {
  const { client, session } = useHost();
  const user = useBehavior(session.user$);
  const { busy, run } = useTeamChange(team._id, true);
  const { data } = useQuery({
    queryKey: ['models'],
    enabled: user?.models === true,
    queryFn: ({ signal }) => client.call(calls.chat.listModels, {}, { signal }),
  });
  const models = data?.models ?? [];
  if (models.length < 2) return null;
  const { _id: teamId, model = '', revisions } = team;
  const options = [
    { value: '', label: 'No default' },
    ...models.map(({ id, label }) => ({ value: id, label })),
    ...(model === '' || models.some(({ id }) => id === model)
      ? []
      : [{ value: model, label: 'A model you can’t use' }]),
  ];
  const choose = (id: string) =>
    run(() => client.call(calls.teams.setTeamModel, { teamId, model: id || null }, { basedOn: revisions?.model }));
  return (
    <Select
      label="Model for new chats"
      hint="For members who haven’t chosen one themselves."
      options={options}
      value={model}
      disabled={busy}
      onChange={(id) => void choose(id)}
    />
  );
};
