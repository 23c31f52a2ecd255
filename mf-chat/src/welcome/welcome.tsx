import styles from './welcome.module.css';
import { type CardName, cards } from './cards.ts';

interface WelcomeProps {
  readonly title: string;
  readonly text?: string | undefined;
  readonly onCard: (card: CardName) => void;
}

/** What a new chat begins with. */
export const Welcome = ({ title, text, onCard }: WelcomeProps) => (
  <section className={styles.area} aria-label="Welcome">
    <div className={styles.welcome}>
      <div className={styles.greeting}>
        <h1 className={styles.title}>{title}</h1>
        {text !== undefined && <p className={styles.text}>{text}</p>}
      </div>
      <ul className={styles.cards}>
        {cards.map(({ name, text: about, icon: Icon }) => (
          <li key={name}>
            <button type="button" className={styles.card} onClick={() => onCard(name)}>
              <Icon aria-hidden className={styles.icon} />
              <span className={styles.name}>{name}</span>
              <span className={styles.about}>{about}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  </section>
);
