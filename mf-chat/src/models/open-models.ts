import * as dialogs from '#contracts/dialogs';
import { useHost } from '../remote.ts';

/** Above so many, models are searched in a dialog; up to it a menu shows them all at a glance. */
export const mostInMenu = 8;

/** Opens the search among models; `onChoose` gets the one that was chosen. */
export const useOpenModels = (chosen: string | undefined, onChoose: (id: string) => void) => {
  const { dialogs: opened } = useHost();
  return async (): Promise<void> => {
    const result = await opened.open(dialogs.chat.models, { chosen });
    if (typeof result === 'object' && result !== null && 'model' in result && typeof result.model === 'string')
      onChoose(result.model);
  };
};
