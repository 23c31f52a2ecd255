import { remoteConfig } from '@atrium/deploy/build/remote-config';
import contract from './contract.ts';

export default remoteConfig(contract, import.meta.dirname);
