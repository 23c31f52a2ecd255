import { dayInWords, type Metric, shortNumber, topOf, totalOf, type UsageDay, wholeNumber } from './days.ts';
import classes from './usage-plot.module.css';

const unit = 10;
const gap = 2;
const height = 100;

interface UsagePlotProps {
  readonly days: readonly UsageDay[];
  readonly metric: Metric;
  readonly label: string;
}

/** One bar per day. The table next to it has the same numbers for users who cannot see the bars. */
export const UsagePlot = ({ days, metric, label }: UsagePlotProps) => {
  const top = topOf(Math.max(...days.map((day) => day[metric])));
  const [first, last] = [days[0], days.at(-1)];
  return (
    <figure className={classes.plot}>
      <div className={classes.scale} aria-hidden>
        <span>{shortNumber(top)}</span>
        <span>0</span>
      </div>
      <svg
        className={classes.bars}
        viewBox={`0 0 ${days.length * unit} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${label} by day: ${wholeNumber(totalOf(days, metric))} in total, at most ${wholeNumber(Math.max(...days.map((day) => day[metric])))} a day`}
      >
        {days.map((day, at) => {
          const barHeight = (day[metric] / top) * height;
          return (
            <g key={day.day}>
              <title>{`${dayInWords(day.day)}: ${wholeNumber(day[metric])}`}</title>
              <rect className={classes.ground} x={at * unit} y={0} width={unit} height={height} />
              <rect
                className={classes.bar}
                x={at * unit + gap / 2}
                y={height - barHeight}
                width={unit - gap}
                height={barHeight}
              />
            </g>
          );
        })}
      </svg>
      <figcaption className={classes.days} aria-hidden>
        <span>{first && dayInWords(first.day)}</span>
        <span>{last && dayInWords(last.day)}</span>
      </figcaption>
    </figure>
  );
};
