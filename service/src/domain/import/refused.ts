/** A file that cannot be imported. The message is shown to the user, and nothing of the file has been imported. */
export class ImportRefused extends Error {}

export const notAZip = () =>
  new ImportRefused('This file is not a complete zip archive. Please choose the file as it was exported.');
export const damaged = (name: string) =>
  new ImportRefused(`The data in this archive is damaged: ${name} cannot be read to its end.`);
