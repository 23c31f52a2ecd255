import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { Infer } from '@atrium/shared-kernel/contracts/define';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useHost } from '../remote.ts';

/** The use of the user, or of a team of which they are an admin. */
export const useUsage = (teamId: string | undefined) => {
  const { client } = useHost();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['usage', teamId],
    queryFn: ({ signal }) => client.call(calls.usage.getUsage, { teamId }, { signal }),
    staleTime: 0,
  });
  return { usage: data, error, isFetching, retry: () => void refetch() };
};

/** The teams whose use the user may see. None while they are asked for, or where that fails: the person's own use is shown alone. */
export const useAdminTeams = () => {
  const { client } = useHost();
  const { data } = useQuery({
    queryKey: ['teams'],
    queryFn: ({ signal }) => client.call(calls.teams.listTeams, {}, { signal }),
  });
  return (data?.teams ?? []).filter(({ admin }) => admin);
};

/** Tokens and cost by model of the user, or of a team of which they are an admin. */
export const useModelUsage = (teamId: string | undefined) => {
  const { client } = useHost();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['model-usage', teamId],
    queryFn: ({ signal }) => client.call(calls.usage.getModelUsage, { teamId }, { signal }),
    staleTime: 0,
  });
  return { usage: data, error, isFetching, retry: () => void refetch() };
};

type Wanted = Infer<typeof calls.usage.setBudget.input> & {
  /** The revision of the budget that the person saw. */
  readonly basedOn: string | undefined;
};

/** Sets a budget, and reads again what then holds, also where somebody else was first. Throws where it could not be set. */
export const useSetBudget = () => {
  const { client } = useHost();
  const queries = useQueryClient();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ basedOn, ...wanted }: Wanted) => client.call(calls.usage.setBudget, wanted, { basedOn }),
    onSettled: (_answer, _error, { teamId }) => queries.invalidateQueries({ queryKey: ['model-usage', teamId] }),
  });
  /** Whether what holds now could be read after the last try. */
  const known = (teamId: string) => queries.getQueryState(['model-usage', teamId])?.status === 'success';
  return { set: mutateAsync, busy: isPending, known };
};
