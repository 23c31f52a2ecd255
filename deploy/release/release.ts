// For pipelines made from earlier templates. `release.mjs` starts faster.
import './release.mjs';
