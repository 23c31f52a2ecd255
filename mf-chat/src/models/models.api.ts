import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { ModelOption } from '@atrium/shared-kernel/contracts/entities/model';
import { useQuery } from '@tanstack/react-query';
import { useHost } from '../remote.ts';

export const useModelList = () => {
  const { client } = useHost();
  return useQuery({
    queryKey: ['models'],
    queryFn: ({ signal }) => client.call(calls.chat.listModels, {}, { signal }),
    staleTime: 5 * 60_000,
  });
};

type ModelList = NonNullable<ReturnType<typeof useModelList>['data']>;

/** The models that the user may choose for chats, or for a research, and which one answers unless they choose. */
export const choicesIn = (
  { models, default: usual, research: others }: ModelList,
  research: boolean,
): { readonly models: readonly ModelOption[]; readonly usual: string | undefined } =>
  research && others
    ? { models: models.filter(({ id }) => others.models.includes(id)), usual: others.default }
    : { models, usual };

/** The same. Empty until they are known. */
export const useModels = (research: boolean): ReturnType<typeof choicesIn> => {
  const { data } = useModelList();
  return choicesIn(data ?? { models: [] }, research);
};

/** The model of an agent, if it has one. */
export const useAgentModel = (flowId: string | undefined): string | undefined => {
  const { client } = useHost();
  const { data } = useQuery({
    queryKey: ['agent', flowId],
    enabled: flowId !== undefined,
    queryFn: ({ signal }) => client.call(calls.agents.getAgent, { flowId: flowId ?? '', look: 'true' }, { signal }),
  });
  return data?.model;
};

/** What a model is for and can do, in one line. */
export const aboutModel = ({ description, takes, thinks, price, name }: ModelOption): string | undefined =>
  [
    description,
    name,
    takes.includes('pictures') ? 'Reads pictures' : undefined,
    thinks ? 'Shows its thoughts' : undefined,
    price === undefined ? undefined : '$'.repeat(price),
  ]
    .filter((part) => part !== undefined)
    // The non-breaking space keeps the dot from starting a line.
    .join('\u00A0· ') || undefined;
