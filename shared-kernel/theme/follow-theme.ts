/**
 * A script for pages beside the product, to run before anything is painted: the theme that somebody chose in this
 * browser, else the system's.
 */
export const followTheme = `(() => {
  let theme;
  try {
    theme = localStorage.getItem('atrium.theme');
  } catch {}
  document.documentElement.dataset.theme = theme || (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
})();`;
