import { lazyPart } from '@atrium/shared-kernel/remote';
import { Suspense } from 'react';
import styles from './welcome.module.css';
import { type CardName, cards } from './cards.ts';

interface WelcomeProps {
  readonly title: string;
  readonly text?: string | undefined;
  readonly onCard: (card: CardName) => void;
  readonly access: 'unknown' | 'visitor' | 'free' | 'premium';
}

/** For whoever cannot chat yet: a field for a first question, and what Atrium is. */
const load = () => import('./visitor-panel.tsx');
const FirstQuestion = lazyPart(async () => ({ default: (await load()).FirstQuestion }));
const AboutAtrium = lazyPart(async () => ({ default: (await load()).AboutAtrium }));

/** What a new chat begins with. */
export const Welcome = ({ title, text, onCard, access }: WelcomeProps) => {
  const outside = access === 'visitor' || access === 'free';
  return (
    <section className={styles.area} aria-label="Welcome">
      <div className={styles.welcome} data-long={outside || undefined}>
        <div className={styles.greeting}>
          <h1 dir="auto" className={styles.title}>
            {title}
          </h1>
          {text !== undefined && <p className={styles.text}>{text}</p>}
        </div>
        {outside && (
          <Suspense fallback={<div className={styles.questionSpace} />}>
            <FirstQuestion visitor={access === 'visitor'} />
          </Suspense>
        )}
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
        {outside && (
          <Suspense fallback={null}>
            <AboutAtrium />
          </Suspense>
        )}
      </div>
    </section>
  );
};
