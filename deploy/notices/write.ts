import { writeFileSync } from 'node:fs';
import { installedPackages, noticesFile, noticesOf } from './notices.ts';

/** Writes the notices of all that is installed into the work folder: `node write.ts`, as an image does. */
writeFileSync(noticesFile, noticesOf(installedPackages('.')));
