import { Skeleton } from '@atrium/shared-kernel/ui/skeleton';
import { LoadFailure } from '../ui/load-failure.tsx';
import { Budgets } from './budgets.tsx';
import { dollars, shortNumber } from './days.ts';
import { ModelPlot } from './model-plot.tsx';
import { useModelUsage } from './usage.api.ts';
import classes from './model-usage.module.css';

/** Tokens and cost by model and day, of the user or of a team that they administer, with the budgets. */
export const ModelUsage = ({ teamId }: { readonly teamId?: string | undefined }) => {
  const { usage, error, isFetching, retry } = useModelUsage(teamId);
  if (!usage)
    return error ? (
      <LoadFailure what="your usage by model" error={error} onRetry={retry} busy={isFetching} />
    ) : (
      <div role="status" aria-label="Loading your usage by model">
        <Skeleton shape="block" height={200} />
      </div>
    );
  const { models } = usage;
  const cost = models.reduce((sum, model) => sum + model.cost, 0);
  const estimated = models.some((model) => model.estimated);
  return (
    <section className={classes.part} aria-label="By model">
      <h3>By model</h3>
      {models.length === 0 ? (
        <p className={classes.about}>No model was used in this period.</p>
      ) : (
        <>
          <ModelPlot usage={usage} unit={cost > 0 ? 'cost' : 'tokens'} />
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls where it is narrow. */}
          <div className={classes.scroll} tabIndex={0} role="region" aria-label="Tokens and cost by model">
            <table>
              <thead>
                <tr>
                  {['Model', 'Input', 'Cached', 'Output', 'Thinking', 'Cost'].map((column) => (
                    <th key={column} scope="col">
                      {column}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {models.map((model) => (
                  <tr key={model.label}>
                    <th scope="row">{model.label}</th>
                    {([model.input, model.cached, model.output, model.thought] as const).map((value, at) => (
                      // oxlint-disable-next-line react/no-array-index-key -- the columns stand where they stand
                      <td key={at}>{shortNumber(value)}</td>
                    ))}
                    <td>{model.cost > 0 ? `${model.estimated ? '≈ ' : ''}${dollars(model.cost)}` : '–'}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <p className={classes.about}>
            In tokens, including titles, prompt help and memories.
            {estimated ? ' Some of it is estimated, because the model didn’t report what it used.' : ''}
          </p>
        </>
      )}
      <Budgets usage={usage} teamId={teamId} />
    </section>
  );
};
