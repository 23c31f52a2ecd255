/** Where a page with an override finds what the environment does not have: all of it is below one path. */
export const base = '/__override/';
export const paths = {
  /** Followed by a file of the remote's build. */
  files: `${base}files/`,
  script: `${base}page/page.js`,
  styles: `${base}page/page.css`,
  events: `${base}events`,
  start: `${base}start`,
  reset: `${base}reset`,
} as const;
