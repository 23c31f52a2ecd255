import * as dialogs from '#contracts/dialogs';
import { useHost } from '../remote.ts';

/** With more models than this, a dialog with a search replaces the menu, which shows all at a glance. */
export const maxInMenu = 8;

/** Opens the dialog to search models. `onChoose` receives the id of the chosen one. */
export const useOpenModels = (
  input: { readonly chosen: string | undefined; readonly research: boolean },
  onChoose: (id: string) => void,
) => {
  const { dialogs: opened } = useHost();
  return async (): Promise<void> => {
    const result = await opened.open(dialogs.chat.models, input);
    if (typeof result === 'object' && result !== null && 'model' in result && typeof result.model === 'string')
      onChoose(result.model);
  };
};
