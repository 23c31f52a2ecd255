import * as calls from '@atrium/shared-kernel/contracts/calls';
import { Select } from '@atrium/shared-kernel/ui/select';
import { useQuery } from '@tanstack/react-query';
import { useHost } from '../remote.ts';
import styles from './search.module.css';

const days = { any: undefined, week: 7, month: 30, year: 365 } as const;
export type Period = keyof typeof days;

export interface Filters {
  readonly period: Period;
  /** Empty for all chats. */
  readonly tagId: string;
}
export const noFilters: Filters = { period: 'any', tagId: '' };

/** The filters as input of the search call. */
export const filterInput = ({ period, tagId }: Filters, now = Date.now()) => {
  const dayCount = days[period];
  return {
    ...(dayCount === undefined ? {} : { since: new Date(now - dayCount * 86_400_000).toISOString() }),
    ...(tagId === '' ? {} : { tagId }),
  };
};

const periods = [
  { value: 'any', label: 'Any time' },
  { value: 'week', label: 'Past 7 days' },
  { value: 'month', label: 'Past 30 days' },
  { value: 'year', label: 'Past year' },
] as const;

interface Props {
  filters: Filters;
  onChange: (filters: Filters) => void;
}

/** Limits a search to a period, and to a collection if there are any. */
export const SearchFilters = ({ filters, onChange }: Props) => {
  const { client, session } = useHost();
  const userId = session.user$.value?._id;
  const { data } = useQuery({
    queryKey: ['collections', userId],
    queryFn: ({ signal }) => client.call(calls.tags.listTags, {}, { signal }),
  });
  const tags = data?.tags ?? [];
  return (
    <div className={styles.filters}>
      <Select
        label="Time"
        hideLabel
        options={periods}
        value={filters.period}
        onChange={(period) => onChange({ ...filters, period })}
      />
      {tags.length > 0 && (
        <Select
          label="Collection"
          hideLabel
          options={[{ value: '', label: 'All chats' }, ...tags.map(({ _id, name }) => ({ value: _id, label: name }))]}
          value={filters.tagId}
          onChange={(tagId) => onChange({ ...filters, tagId })}
        />
      )}
    </div>
  );
};
