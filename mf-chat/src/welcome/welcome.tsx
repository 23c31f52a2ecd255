import type { ReactNode } from 'react';
import styles from './welcome.module.css';
import { type CardName, cards } from './cards.ts';

interface WelcomeProps {
  readonly title: ReactNode;
  readonly text?: string | undefined;
  /** Without it the cards are disabled. */
  readonly onCard?: (card: CardName) => void;
  /** For users who cannot chat yet: a field for a first question, and what Atrium is. */
  readonly question?: ReactNode;
  readonly about?: ReactNode;
  /** Cards after the four. */
  readonly more?: ReactNode;
}

/** Takes up the space of the field for a first question until it has loaded. */
export const QuestionPlaceholder = () => <div className={styles.questionSpace} />;

/** The welcome of a new chat. */
export const Welcome = ({ title, text, onCard, question, about, more }: WelcomeProps) => (
  <section className={styles.area} aria-label="Welcome">
    <div className={styles.welcome} data-long={question ? true : undefined}>
      <div className={styles.greeting}>
        <h1 dir="auto" className={styles.title}>
          {title}
        </h1>
        {text !== undefined && <p className={styles.text}>{text}</p>}
      </div>
      {question}
      <ul className={styles.cards}>
        {cards.map(({ name, text: description, icon: Icon }) => (
          <li key={name}>
            <button type="button" className={styles.card} disabled={!onCard} onClick={() => onCard?.(name)}>
              <Icon aria-hidden className={styles.icon} />
              <span className={styles.name}>{name}</span>
              <span className={styles.about}>{description}</span>
            </button>
          </li>
        ))}
        {more}
      </ul>
      {about}
    </div>
  </section>
);
