import { lifecycles } from './remote.ts';
import { SearchDialog } from './search/search-dialog.tsx';

export const { bootstrap, init, mount, unmount, update } = lifecycles(SearchDialog);
