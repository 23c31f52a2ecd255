import { lifecycles } from './remote.ts';
import { ChatScreen } from './screen/chat-screen.tsx';

export const { bootstrap, init, mount, unmount, update } = lifecycles(ChatScreen);
