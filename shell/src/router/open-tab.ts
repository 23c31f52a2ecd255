/**
 * Opens a tab that cannot reach this page; false where the browser blocks it. The option `noopener` would cut the link
 * as well, but then the browser does not report whether a tab was opened.
 */
export const openTab = (page: Pick<Window, 'open'>, url: string): boolean => {
  const tab = page.open(url, '_blank');
  if (tab) tab.opener = null;
  return tab !== null;
};
