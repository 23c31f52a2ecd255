import { shellConfig } from '@atrium/deploy/build/shell-config';
import { mergeRsbuildConfig } from '@rsbuild/core';

/** RxJS has a build without the helpers of ES5; only its own condition leads there. */
const modernRxjs = { tools: { rspack: { resolve: { conditionNames: ['es2015', '...'] } } } };

export default mergeRsbuildConfig(shellConfig(import.meta.dirname), modernRxjs);
