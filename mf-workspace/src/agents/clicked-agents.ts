import type { KeyValue } from '@atrium/shared-kernel/remote';

const key = 'clickedAgents';

const read = (storage: KeyValue): readonly string[] => storage.get(key)?.split(',').filter(Boolean) ?? [];

/** Whether this browser ever clicked an agent: until then it is shown as (New). */
export const wasClicked = (storage: KeyValue, agentId: string): boolean => read(storage).includes(agentId);

export const markClicked = (storage: KeyValue, agentId: string): void => {
  const known = read(storage);
  if (!known.includes(agentId)) storage.set(key, [...known, agentId].join(','));
};
