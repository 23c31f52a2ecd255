import { Logo, Wordmark } from './brand.tsx';
import { GallerySection } from './gallery-section.tsx';
import styles from './gallery.module.css';

const colors = [
  'surface-0',
  'surface-1',
  'surface-2',
  'border',
  'border-strong',
  'text',
  'text-muted',
  'text-faint',
  'accent',
  'accent-soft',
  'danger',
  'danger-soft',
  'warn',
  'warn-soft',
  'success',
  'success-soft',
];
const tags = ['green', 'highlightBlue', 'blue', 'deepPurple', 'redPink', 'burntOrange', 'yellow'];
const sizes = ['3xl', '2xl', 'xl', 'l', 'm', 's', 'xs'];

export const GalleryTokens = () => (
  <>
    <GallerySection title="Brand">
      <Logo size={20} />
      <Logo size={32} label="Atrium" />
      <Logo size={56} />
      <Wordmark size={24} />
      <Wordmark size={40} />
    </GallerySection>
    <GallerySection title="Colours">
      {[...colors, ...tags.map((tag) => `tag-${tag}`)].map((color) => (
        <div key={color} className={styles.swatch}>
          <span style={{ background: `var(--color-${color})` }} />
          {color}
        </div>
      ))}
    </GallerySection>
    <GallerySection title="Text" stacked>
      {sizes.map((size) => (
        <p key={size} style={{ fontSize: `var(--text-${size})` }} className={styles.sample}>
          A calm place to think <small>{size}</small>
        </p>
      ))}
    </GallerySection>
  </>
);
