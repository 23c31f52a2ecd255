import { RadioGroup } from '@atrium/shared-kernel/ui/radio-group';
import { Select } from '@atrium/shared-kernel/ui/select';
import { Skeleton } from '@atrium/shared-kernel/ui/skeleton';
import { useState } from 'react';
import { LoadFailure } from '../ui/load-failure.tsx';
import { Section } from '../ui/section.tsx';
import { allDays, type Metric, metrics, shortNumber, totalOf } from './days.ts';
import { ModelUsage } from './model-usage.tsx';
import { useAdminTeams, useUsage } from './usage.api.ts';
import { UsagePlot } from './usage-plot.tsx';
import { UsageTable } from './usage-table.tsx';
import classes from './usage-tab.module.css';

const labels: Readonly<Record<Metric, string>> = {
  messages: 'Messages',
  tokens: 'Tokens',
  images: 'Images',
  research: 'Research',
};
const metricOptions = metrics.map((value) => ({ value, label: labels[value] }));
const own = 'own';

/** The usage of the last days: the user's own, and that of teams that they administer, starting with `teamId`. */
const UsageTab = ({ teamId }: { readonly teamId?: string | undefined }) => {
  const [scope, setScope] = useState(teamId ?? own);
  const [metric, setMetric] = useState<Metric>('messages');
  const teams = useAdminTeams();
  const { usage, error, isFetching, retry } = useUsage(scope === own ? undefined : scope);
  const days = usage && allDays(usage);
  return (
    <Section
      title="Usage"
      text="Your usage over the last 30 days, each from midnight to midnight UTC. Tokens are estimated."
    >
      {teams.length > 0 && (
        <Select
          label="Usage of"
          value={scope}
          onChange={setScope}
          options={[{ value: own, label: 'You' }, ...teams.map(({ _id, name }) => ({ value: _id, label: name }))]}
        />
      )}
      {days ? (
        <>
          <dl className={classes.totals} aria-label="Total">
            {metrics.map((name) => (
              <div key={name}>
                <dt>{labels[name]}</dt>
                <dd>{shortNumber(totalOf(days, name))}</dd>
              </div>
            ))}
          </dl>
          <RadioGroup
            label="Metric by day"
            look="segments"
            options={metricOptions}
            value={metric}
            onChange={setMetric}
          />
          {totalOf(days, metric) > 0 ? (
            <UsagePlot days={days} metric={metric} label={labels[metric]} />
          ) : (
            <p className={classes.empty}>No usage in this period.</p>
          )}
          {totalOf(days, 'messages') > 0 && <UsageTable days={days} />}
          <ModelUsage teamId={scope === own ? undefined : scope} />
        </>
      ) : error ? (
        <LoadFailure what="your usage" error={error} onRetry={retry} busy={isFetching} />
      ) : (
        <div role="status" aria-label="Loading your usage" className={classes.loading}>
          <Skeleton shape="block" height={64} />
          <Skeleton shape="block" height={200} />
        </div>
      )}
    </Section>
  );
};

export default UsageTab;
