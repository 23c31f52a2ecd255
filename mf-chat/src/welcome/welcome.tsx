import type { ReactNode } from 'react';
import styles from './welcome.module.css';
import { type CardName, cards } from './cards.ts';

interface WelcomeProps {
  readonly title: string;
  readonly text?: string | undefined;
  /** Without it the cards wait. */
  readonly onCard?: (card: CardName) => void;
  /** For whoever cannot chat yet: a field for a first question, and what Atrium is. */
  readonly question?: ReactNode;
  readonly about?: ReactNode;
  /** Cards behind the four. */
  readonly more?: ReactNode;
}

/** The place of the field for a first question until it is there. */
export const QuestionSpace = () => <div className={styles.questionSpace} />;

/** What a new chat begins with. */
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
