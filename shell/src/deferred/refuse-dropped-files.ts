/**
 * Files that are dropped where nothing takes them do nothing. Browsers would open the first one in place of the
 * product, and what was not saved would be lost.
 */
export const refuseDroppedFiles = (page: Pick<Window, 'addEventListener'>): void => {
  for (const type of ['dragover', 'drop'] as const)
    page.addEventListener(type, (event) => {
      const { dataTransfer } = event;
      if (event.defaultPrevented || !dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      dataTransfer.dropEffect = 'none';
    });
};
