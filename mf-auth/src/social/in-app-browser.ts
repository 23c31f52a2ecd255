/** Browsers within other apps, by what their user agents carry. */
const apps: readonly (readonly [RegExp, string])[] = [
  [/Instagram/i, 'Instagram'],
  [/FBAN|FBAV|FB_IAB|FBIOS/, 'Facebook'],
  [/LinkedInApp/i, 'LinkedIn'],
  [/MicroMessenger/i, 'WeChat'],
  [/musical_ly|BytedanceWebview|TikTok|trill_/i, 'TikTok'],
  [/\bLine\//, 'LINE'],
  [/Snapchat/i, 'Snapchat'],
  [/\[?Pinterest\//i, 'Pinterest'],
  [/TwitterAndroid|Twitter for i/i, 'X'],
  [/; wv\)/, 'this app'],
];

/** The app that shows the page in a browser of its own; undefined in a true browser. */
export const inAppBrowserOf = (userAgent: string): string | undefined =>
  apps.find(([pattern]) => pattern.test(userAgent))?.[1];
