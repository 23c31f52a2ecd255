// What pipelines run that were made from earlier templates: `release.mjs` starts sooner.
import './release.mjs';
