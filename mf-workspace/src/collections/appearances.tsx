import { type Tag, tagColors, tagIcons } from '@atrium/shared-kernel/contracts/entities/chat';
import { CollectionIcon } from './collection-icon.tsx';
import styles from './collections.module.css';

const iconNames: Record<Tag['icon'], string> = {
  folders: 'Folders',
  briefcase: 'Briefcase',
  lightbulb: 'Light bulb',
  star: 'Star',
  graduation: 'Graduation cap',
  money: 'Money',
  heart: 'Heart',
};
const colorNames: Record<Tag['color'], string> = {
  green: 'Green',
  highlightBlue: 'Light blue',
  blue: 'Blue',
  deepPurple: 'Deep purple',
  redPink: 'Red pink',
  burntOrange: 'Burnt orange',
  yellow: 'Yellow',
};

/** The icons in the chosen color, and the colors. */
export const iconOptions = (color: Tag['color']) =>
  tagIcons.map((value) => ({
    value,
    label: iconNames[value],
    picture: <CollectionIcon icon={value} color={color} />,
  }));
export const colorOptions = tagColors.map((value) => ({
  value,
  label: colorNames[value],
  picture: <span className={styles.swatch} style={{ background: `var(--color-tag-${value})` }} />,
}));

/** The initial appearance of a collection (B3.07). */
export const defaultAppearance = { icon: 'folders', color: 'deepPurple' } as const;
