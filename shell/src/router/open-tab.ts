/**
 * Opens a tab that cannot reach this page; false where the browser lets none open. The option `noopener` would do the
 * former and never tell the latter.
 */
export const openTab = (page: Pick<Window, 'open'>, url: string): boolean => {
  const tab = page.open(url, '_blank');
  if (tab) tab.opener = null;
  return tab !== null;
};
