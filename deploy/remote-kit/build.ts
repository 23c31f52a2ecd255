export { remoteConfig } from '../build/remote-config.ts';
