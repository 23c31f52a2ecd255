import { allDays, dayInWords, dollars, type ModelUsageAnswer, shortNumber, topOf, wholeNumber } from './days.ts';
import plot from './usage-plot.module.css';
import classes from './model-usage.module.css';

const unitWidth = 10;
const gap = 2;
const height = 100;
/** The number of series that can be told apart. The remaining models share one. */
const maxSeries = 4;

interface ModelPlotProps {
  readonly usage: ModelUsageAnswer;
  readonly unit: 'cost' | 'tokens';
}

/** The series: the first models on their own, and all others as one. */
const seriesOf = ({ models }: ModelUsageAnswer, unit: 'cost' | 'tokens') => {
  const shown = models.length > maxSeries ? models.slice(0, maxSeries - 1) : models;
  const others = models.slice(shown.length);
  const series = (label: string, of: typeof models) => {
    const byDay = new Map<string, number>();
    for (const { days } of of) for (const one of days) byDay.set(one.day, (byDay.get(one.day) ?? 0) + one[unit]);
    return { label, byDay };
  };
  return [
    ...shown.map((model) => series(model.label, [model])),
    ...(others.length > 0 ? [series('Other models', others)] : []),
  ];
};

/** The parts of a day's bar, stacked. */
const stackOf = (series: ReturnType<typeof seriesOf>, day: string, top: number) => {
  let below = 0;
  return series.map(({ label, byDay }) => {
    const barHeight = ((byDay.get(day) ?? 0) / top) * height;
    below += barHeight;
    return { label, barHeight, y: height - below };
  });
};

interface DayBarProps {
  readonly series: ReturnType<typeof seriesOf>;
  readonly day: string;
  readonly at: number;
  /** The amount at the top of the plot. */
  readonly top: number;
  readonly total: string;
  readonly format: (amount: number) => string;
}

const DayBar = ({ series, day, at, top, total, format }: DayBarProps) => {
  const parts = series.flatMap(({ label, byDay }) => (byDay.has(day) ? `${label}: ${format(byDay.get(day)!)}` : []));
  return (
    <g>
      <title>{[`${dayInWords(day)}: ${total}`, ...parts].join('\n')}</title>
      <rect className={plot.ground} x={at * unitWidth} y={0} width={unitWidth} height={height} />
      {stackOf(series, day, top).map(({ label, y, barHeight }, index) => (
        <rect
          key={label}
          className={classes.series}
          data-series={index}
          x={at * unitWidth + gap / 2}
          y={y}
          width={unitWidth - gap}
          height={barHeight}
        />
      ))}
    </g>
  );
};

/**
 * One bar per day, with a part for each model. The table below has the sums, and each bar's title has the numbers of
 * its day.
 */
export const ModelPlot = ({ usage, unit }: ModelPlotProps) => {
  const series = seriesOf(usage, unit);
  const days = allDays({ from: usage.from, to: usage.to, days: [] }).map(({ day }) => day);
  const totals = days.map((day) => series.reduce((sum, { byDay }) => sum + (byDay.get(day) ?? 0), 0));
  const most = Math.max(...totals);
  const scale = unit === 'cost' ? 10_000 : 1;
  const top = topOf(most / scale) * scale;
  const format = unit === 'cost' ? dollars : wholeNumber;
  const sum = totals.reduce((all, one) => all + one, 0);
  const name = unit === 'cost' ? 'Cost' : 'Tokens';
  return (
    <>
      <figure className={plot.plot}>
        <div className={plot.scale} aria-hidden>
          <span>{unit === 'cost' ? dollars(top) : shortNumber(top)}</span>
          <span>0</span>
        </div>
        <svg
          className={plot.bars}
          viewBox={`0 0 ${days.length * unitWidth} ${height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`${name} by day and model: ${format(sum)} in total, at most ${format(most)} a day`}
        >
          {days.map((day, at) => (
            <DayBar
              key={day}
              series={series}
              day={day}
              at={at}
              top={top}
              total={format(totals[at] ?? 0)}
              format={format}
            />
          ))}
        </svg>
        <figcaption className={plot.days} aria-hidden>
          <span>{dayInWords(usage.from)}</span>
          <span>{dayInWords(usage.to)}</span>
        </figcaption>
      </figure>
      <ul className={classes.legend} aria-label="Models in the plot">
        {series.map(({ label }, index) => (
          <li key={label}>
            <span className={classes.key} data-series={index} aria-hidden />
            {label}
          </li>
        ))}
      </ul>
    </>
  );
};
