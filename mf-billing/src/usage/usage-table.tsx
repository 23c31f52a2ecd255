import { dayInWords, type UsageDay, wholeNumber } from './days.ts';
import classes from './usage-table.module.css';

const columns = [
  ['messages', 'Messages'],
  ['tokens', 'Tokens'],
  ['images', 'Images'],
  ['research', 'Research'],
] as const;

/** The numbers of the plot: the days with any use, newest first. */
export const UsageTable = ({ days }: { readonly days: readonly UsageDay[] }) => {
  const used = days.filter((day) => columns.some(([name]) => day[name] > 0)).toReversed();
  return (
    <details className={classes.details}>
      <summary>Show as a table</summary>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls where it is narrow. */}
      <div className={classes.scroll} tabIndex={0} role="region" aria-label="Usage by day">
        <table>
          <thead>
            <tr>
              <th scope="col">Day</th>
              {columns.map(([name, label]) => (
                <th key={name} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {used.map((day) => (
              <tr key={day.day}>
                <th scope="row">{dayInWords(day.day)}</th>
                {columns.map(([name]) => (
                  <td key={name}>{wholeNumber(day[name])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
};
