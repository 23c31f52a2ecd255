import { themes } from '@atrium/shared-kernel/contracts/constants';
import type { User } from '@atrium/shared-kernel/contracts/entities/user';
import type { Appearance, Behavior, FontSize, KeyValue, ThemeName } from '@atrium/shared-kernel/remote';
import { BehaviorSubject, distinctUntilChanged } from 'rxjs';

const fontSizes: readonly string[] = ['14px', '16px', '18px'];
const isTheme = (value: string | undefined): value is ThemeName => value === 'light' || value === 'dark';
const isFontSize = (value: string | undefined): value is FontSize => value !== undefined && fontSizes.includes(value);

const apply = (document: Document, theme: ThemeName, fontSize: FontSize) => {
  const root = document.documentElement;
  root.dataset['theme'] = theme;
  root.dataset['fontSize'] = fontSize;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', themes[theme]);
};

/**
 * Theme and font size (A9.01, A9.04). The page's inline script applies the stored values before the first frame, and
 * this model keeps them up to date. The settings of a signed-in user win and are stored.
 */
export const createAppearance = (
  document: Document,
  local: KeyValue,
  user$: Behavior<User | undefined>,
): Appearance => {
  const storedTheme = local.get('theme');
  const storedSize = local.get('fontSize');
  const theme$ = new BehaviorSubject<ThemeName>(isTheme(storedTheme) ? storedTheme : 'light');
  const fontSize$ = new BehaviorSubject<FontSize>(isFontSize(storedSize) ? storedSize : '16px');

  const setTheme = (theme: ThemeName) => {
    local.set('theme', theme);
    theme$.next(theme);
    apply(document, theme, fontSize$.value);
  };
  const setFontSize = (size: FontSize) => {
    local.set('fontSize', size);
    fontSize$.next(size);
    apply(document, theme$.value, size);
  };

  apply(document, theme$.value, fontSize$.value);
  user$.pipe(distinctUntilChanged((a, b) => a?.theme === b?.theme && a?.fontSize === b?.fontSize)).subscribe((user) => {
    if (user?.theme) setTheme(user.theme);
    if (user?.fontSize) setFontSize(user.fontSize);
  });
  return { theme$, fontSize$, setTheme, setFontSize };
};
