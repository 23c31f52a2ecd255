import { type ReactNode, useId } from 'react';
import type { Command } from './commands.tsx';
import styles from './commands.module.css';

interface Props {
  commands: readonly Command[];
  /** Below the names of their groups. Otherwise each command shows its own group. */
  grouped: boolean;
  option: (command: Command, content: ReactNode) => ReactNode;
}

/** The commands to choose from. */
export const CommandList = ({ commands, grouped, option }: Props) => {
  const id = useId();
  const optionOf = (command: Command) =>
    option(
      command,
      <>
        <span className={styles.icon} aria-hidden>
          {command.icon}
        </span>
        <span dir="auto" className={styles.name}>
          {command.title}
        </span>
        {!grouped && command.group !== 'Actions' && <span className={styles.note}>{command.group}</span>}
      </>,
    );
  if (!grouped) return commands.map(optionOf);
  const groups = [...new Set(commands.map(({ group }) => group))];
  return groups.map((group) => (
    <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
      <p id={`${id}-${group}`} className={styles.heading}>
        {group}
      </p>
      {commands.filter((command) => command.group === group).map(optionOf)}
    </div>
  ));
};
