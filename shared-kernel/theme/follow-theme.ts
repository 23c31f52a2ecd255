/**
 * A script for pages outside of the product, to run before anything is painted. It sets the theme that was chosen in
 * this browser, or else the system's.
 */
export const followTheme = `(() => {
  let theme;
  try {
    theme = localStorage.getItem('atrium.theme');
  } catch {}
  document.documentElement.dataset.theme = theme || (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
})();`;
