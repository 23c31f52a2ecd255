/** A file that cannot be imported. The message is shown to the user, and nothing of the file has been imported. */
export class ImportRefused extends Error {}
/** JSON that is malformed or incomplete. Whoever reads it knows which entry of the archive it is. */
export class BrokenJson extends ImportRefused {}

export const notAZip = () =>
  new ImportRefused('This file is not a complete zip archive. Please choose the file as it was exported.');
export const damaged = (name: string) =>
  new ImportRefused(`The data in this archive is damaged: ${name} cannot be read to its end.`);
