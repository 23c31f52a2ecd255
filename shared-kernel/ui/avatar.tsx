import User from 'lucide-react/icons/user';
import { useState } from 'react';
import styles from './avatar.module.css';
import { classNames } from './class-names.ts';

export type AvatarSize = 's' | 'm' | 'l' | 'xl';
const sizes = { s: 24, m: 32, l: 40, xl: 75 };

export interface AvatarProps {
  /** An image. If it fails to load, the initials are shown. */
  readonly src?: string | undefined;
  /** The user's name, for the accessible name and the initials. If empty, an icon is shown. */
  readonly name?: string | undefined;
  /** Next to the written name, the avatar needs no accessible name. */
  readonly decorative?: boolean | undefined;
  /** 24, 32, 40 or 75 px. */
  readonly size?: AvatarSize | undefined;
  readonly className?: string | undefined;
}

/** Begins with a character that nothing can join: only those from U+0300 on combine. */
const startsPlain = /^[!-\u02FF](?:[!-\u02FF]|$)/;

/** A word's first character as a reader counts them. The browser loads data for the segmenter, which delays a first paint. */
const firstCharacter = (word: string): string =>
  startsPlain.test(word) ? word.charAt(0) : ([...new Intl.Segmenter().segment(word)][0]?.segment ?? '');

/** The first characters of the first and the last word, in any script. */
export const initialsOf = (name: string): string => {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const picked = words.length > 1 ? [words[0], words.at(-1)] : words;
  return picked
    .map((word = '') => firstCharacter(word))
    .join('')
    .toLocaleUpperCase();
};

export const Avatar = ({ src, name = '', decorative = false, size = 'm', className }: AvatarProps) => {
  const [broken, setBroken] = useState<string>();
  const initials = initialsOf(name);
  const picture = src !== undefined && src !== '' && src !== broken;
  return (
    <span
      className={classNames(styles.avatar, styles[size], className)}
      {...(decorative || name === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name })}
    >
      {picture ? (
        <img src={src} alt="" width={sizes[size]} height={sizes[size]} onError={() => setBroken(src)} />
      ) : (
        initials || <User aria-hidden />
      )}
    </span>
  );
};
