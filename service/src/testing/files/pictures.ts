import { encode } from 'fast-png';
import jpeg from 'jpeg-js';

/** A black picture. `declared` is the size in its header. */
export const png = (width: number, height: number, declared = { width, height }): Buffer => {
  const picture = Buffer.from(encode({ width, height, data: new Uint8Array(width * height), channels: 1 }));
  picture.writeUInt32BE(declared.width, 16);
  picture.writeUInt32BE(declared.height, 20);
  return picture;
};

/** A black photo with the orientation that its camera recorded (1 to 8). */
export const photo = (width: number, height: number, orientation: number): Buffer => {
  const { data } = jpeg.encode({ width, height, data: Buffer.alloc(width * height * 4) }, 80);
  // A TIFF header in little endian, and a directory whose one entry is the orientation.
  const exif = Buffer.from('45786966000049492a0008000000010012010300010000000000000000000000', 'hex');
  exif.writeUInt16LE(orientation, 24);
  const marker = Buffer.from([0xff, 0xe1, 0, exif.length + 2]);
  return Buffer.concat([data.subarray(0, 2), marker, exif, data.subarray(2)]);
};

/** A red picture of 64 by 48 pixels, encoded by libheif 1.15 with x265. */
export const heic = (): Buffer =>
  Buffer.from(
    'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAa1tZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAAAAAAACAAAAEGlkYXQAAAAAAEAAMAAAADhpbG9jAQAAAERAAAIAAQAAAAAAAAHRAAEAAAAAAAAAGQACAAEAAAAAAAAAAQAAAAAAAAAIAAAAOGlpbmYAAAAAAAIAAAAVaW5mZQIAAAEAAQAAaHZjMQAAAAAVaW5mZQIAAAAAAgAAZ3JpZAAAAADYaXBycAAAALZpcGNvAAAAdmh2Y0MBA3AAAAAAAAAAAAAe8AD8/fj4AAAPAyAAAQAYQAEMAf//A3AAAAMAkAAAAwAAAwAeugJAIQABACpCAQEDcAAAAwCQAAADAAADAB6gIIEFlurkprm4EBAwIAAAAwAgAAADACEiAAEABkQBwXPAiQAAABRpc3BlAAAAAAAAAEAAAABAAAAAFGlzcGUAAAAAAAAAQAAAADAAAAAQcGl4aQAAAAADCAgIAAAAGmlwbWEAAAAAAAAAAgABAoECAAICA4QAAAAaaXJlZgAAAAAAAAAOZGltZwACAAEAAQAAACFtZGF0AAAAFSgBrwtg9eWDr//yAHfNwg5+bT/UOA==',
    'base64',
  );

/** One black pixel. */
export const gif = (): Buffer => Buffer.from('R0lGODlhAQABAIAAAAAAAAAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64');
