import { useEffect, useRef } from 'react';
import type { Command } from './commands.tsx';
import styles from './commands.module.css';

interface Props {
  commands: readonly Command[];
  /** Under the names of their groups; else each says its own. */
  grouped: boolean;
  active: number;
  id: string;
  onRun: (command: Command) => void;
}

interface OptionProps extends Omit<Props, 'commands'> {
  command: Command;
  index: number;
}

const Option = ({ command, index, grouped, active, id, onRun }: OptionProps) => {
  const selected = index === active;
  const option = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (selected) option.current?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the focus and handles the keys
    <div
      ref={option}
      id={`${id}-${index}`}
      role="option"
      tabIndex={-1}
      aria-selected={selected}
      className={styles.option}
      onClick={() => onRun(command)}
    >
      <span className={styles.icon} aria-hidden>
        {command.icon}
      </span>
      <span dir="auto" className={styles.name}>
        {command.title}
      </span>
      {!grouped && command.group !== 'Actions' && <span className={styles.note}>{command.group}</span>}
    </div>
  );
};

/** The commands to choose from. */
export const CommandList = ({ commands, ...props }: Props) => {
  const { grouped, id } = props;
  const option = (command: Command) => (
    <Option key={command.id} command={command} index={commands.indexOf(command)} {...props} />
  );
  const groups = [...new Set(commands.map(({ group }) => group))];
  return (
    <div id={id} role="listbox" aria-label="Commands" className={styles.list}>
      {grouped
        ? groups.map((group) => (
            <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
              <p id={`${id}-${group}`} className={styles.heading}>
                {group}
              </p>
              {commands.filter((command) => command.group === group).map(option)}
            </div>
          ))
        : commands.map(option)}
    </div>
  );
};
