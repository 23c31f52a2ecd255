import { remoteConfig } from '@atrium/deploy/build/remote-config';
import contract from './contract.ts';

/** What the screen draws with changes at other times than the thread, and than what both stand on. */
const thread =
  /^src\/(thread|reply|queue|draft|versions|scroll|markdown|remote\.ts)\b|^\.\.|^contract|^(events|dialogs|slots)\.ts/;

export default remoteConfig(contract, import.meta.dirname, [
  { name: 'thread', expose: './chat-screen', holds: thread },
]);
