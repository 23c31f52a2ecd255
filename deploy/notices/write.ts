import { writeFileSync } from 'node:fs';
import { installedPackages, noticesFile, noticesOf } from './notices.ts';

/**
 * `node write.ts` writes the notices of all installed packages into the working folder, as a step of building an image.
 */
writeFileSync(noticesFile, noticesOf(installedPackages('.')));
