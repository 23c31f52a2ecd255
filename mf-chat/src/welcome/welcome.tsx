import styles from './welcome.module.css';
import { cards } from './cards.ts';

interface WelcomeProps {
  readonly title: string;
  readonly text?: string | undefined;
  readonly onStarter: (text: string) => void;
  readonly onMemory: () => void;
}

/** What a new chat begins with. */
export const Welcome = ({ title, text, onStarter, onMemory }: WelcomeProps) => (
  <section className={styles.welcome} aria-label="Welcome">
    <div className={styles.greeting}>
      <h1 className={styles.title}>{title}</h1>
      {text !== undefined && <p className={styles.text}>{text}</p>}
    </div>
    <ul className={styles.cards}>
      {cards.map(({ name, text: about, icon: Icon, starter }) => (
        <li key={name}>
          <button
            type="button"
            className={styles.card}
            onClick={() => (starter === undefined ? onMemory() : onStarter(starter))}
          >
            <Icon aria-hidden className={styles.icon} />
            <span className={styles.name}>{name}</span>
            <span className={styles.about}>{about}</span>
          </button>
        </li>
      ))}
    </ul>
  </section>
);
