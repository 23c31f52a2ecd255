import { shellConfig } from '@atrium/deploy/build/shell-config';

export default shellConfig(import.meta.dirname);
