import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { Infer } from '@atrium/shared-kernel/contracts/define';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useHost } from '../remote.ts';

/** The usage of the user, or of a team that they administer. */
export const useUsage = (teamId: string | undefined) => {
  const { client } = useHost();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['usage', teamId],
    queryFn: ({ signal }) => client.call(calls.usage.getUsage, { teamId }, { signal }),
    staleTime: 0,
  });
  return { usage: data, error, isFetching, retry: () => void refetch() };
};

/**
 * The teams whose usage the user may see. Empty while they are being fetched, or if that fails: then only the user's
 * own usage is shown.
 */
export const useAdminTeams = () => {
  const { client } = useHost();
  const { data } = useQuery({
    queryKey: ['teams'],
    queryFn: ({ signal }) => client.call(calls.teams.listTeams, {}, { signal }),
  });
  return (data?.teams ?? []).filter(({ admin }) => admin);
};

/** Tokens and cost by model, of the user or of a team that they administer. */
export const useModelUsage = (teamId: string | undefined) => {
  const { client } = useHost();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['model-usage', teamId],
    queryFn: ({ signal }) => client.call(calls.usage.getModelUsage, { teamId }, { signal }),
    staleTime: 0,
  });
  return { usage: data, error, isFetching, retry: () => void refetch() };
};

type BudgetChange = Infer<typeof calls.usage.setBudget.input> & {
  /** The revision of the budget that the user saw. */
  readonly basedOn: string | undefined;
};

/** Sets a budget and fetches the current state, even if someone else was first. Rejects if it could not be set. */
export const useSetBudget = () => {
  const { client } = useHost();
  const queries = useQueryClient();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ basedOn, ...change }: BudgetChange) => client.call(calls.usage.setBudget, change, { basedOn }),
    onSettled: (_answer, _error, { teamId }) => queries.invalidateQueries({ queryKey: ['model-usage', teamId] }),
  });
  /** Whether the current state could be fetched after the last attempt. */
  const isRefetched = (teamId: string) => queries.getQueryState(['model-usage', teamId])?.status === 'success';
  return { set: mutateAsync, busy: isPending, isRefetched };
};
