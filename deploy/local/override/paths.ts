/** Base path of everything that a page with an override needs and the environment does not have. */
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
