import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { Limit } from '../../ports/limits.ts';
import { schema } from '../../db/database.ts';
import { isPremium } from '../../domain/accounts/viewer.ts';
import { uploadName } from '../../domain/files/types.ts';
import { badRequest, forbidden, tooManyRequests } from '../../errors.ts';
import { implement } from '../implement.ts';

/** Seconds for which an upload may begin. */
const lifetime = 600;
const uploads: Limit = { name: 'uploads', points: 120, seconds: 600 };
/** Of who has no plan: for a picture of themselves. */
const pictures: Limit = { name: 'pictures', points: 10, seconds: 600 };
const pictureTypes = ['image/png', 'image/jpeg', 'image/webp'];

/** A link to upload one file of that type; its size and its content are judged when the file is used. */
export default implement(calls.files.uploadUrl, async ({ services, user }, { fileType, folder }) => {
  const premium = isPremium(user, services.now());
  if (!premium && !(folder === 'chatFiles' && pictureTypes.includes(fileType)))
    throw forbidden('This needs an active subscription.');
  const name = uploadName(folder, fileType);
  if (name === undefined) throw badRequest('Please upload supported file types.');
  const wait = await services.limits.take(premium ? uploads : pictures, user.id);
  if (wait > 0) throw tooManyRequests(wait, 'You are uploading many files. Please wait a moment.');
  const { key, uploadUrl } = services.objects.signedPut({ owner: user.id, folder, name, type: fileType }, lifetime);
  await services.database.db.insert(schema.objects).values({ key, userId: user.id, folder, type: fileType });
  return { uploadUrl, key };
});
