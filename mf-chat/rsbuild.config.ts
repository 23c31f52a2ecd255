import { remoteConfig } from '@atrium/deploy/build/remote-config';
import contract from './contract.ts';

/**
 * The modules of the thread get a chunk of their own, because they and the rest of the screen change at different
 * times.
 */
const thread =
  /^src\/(thread|reply|queue|draft|versions|scroll|markdown|remote\.ts)\b|^\.\.|^contract|^(events|dialogs|slots)\.ts/;

export default remoteConfig(contract, import.meta.dirname, [
  { name: 'thread', expose: './chat-screen', holds: thread },
]);
