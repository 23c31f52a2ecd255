import { contractTest } from '@atrium/shared-kernel/testing/contract-test';
import contract from './contract.ts';

contractTest(contract, import.meta.dirname);
