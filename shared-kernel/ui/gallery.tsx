import { Wordmark } from './brand.tsx';
import { GalleryActions } from './gallery-actions.tsx';
import { GalleryControls } from './gallery-controls.tsx';
import { GalleryFeedback } from './gallery-feedback.tsx';
import { GalleryTokens } from './gallery-tokens.tsx';
import styles from './gallery.module.css';

const themes = ['light', 'dark'] as const;

/** Every part in every state, light and dark side by side. The shell shows it at `/__ui` in development. */
export const Gallery = () => (
  <main className={styles.gallery} aria-label="Parts of the user interface">
    {themes.map((theme) => (
      <div key={theme} data-theme={theme} className={styles.theme}>
        <header className={styles.head}>
          <Wordmark />
          <span className={styles.name}>{theme}</span>
        </header>
        <GalleryTokens />
        <GalleryActions />
        <GalleryControls />
        <GalleryFeedback />
      </div>
    ))}
  </main>
);
