import { expect, test } from 'vitest';
import { CallFailure } from './call-failure.ts';
import { uploadFailure } from './upload-failure.ts';

const failed = (body: unknown) => new CallFailure(400, '', body, '');

test.each([
  [failed({}), 'Failed to upload file a.bmp, please try again.'],
  [failed({ msg: 'Slow down.' }), 'a.bmp: Slow down.'],
  [failed({ msg: 'a.bmp is odd.' }), 'a.bmp is odd.'],
  [
    failed({ msg: 'Please upload supported file types.', code: 'unsupported-file-type' }),
    'Invalid file type detected for: a.bmp. Please upload supported file types.',
  ],
])('a file that was not uploaded is named: %#', (error, expected) => {
  expect(uploadFailure(error, 'a.bmp')).toBe(expected);
});
