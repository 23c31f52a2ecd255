import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { Limit } from '../../ports/limits.ts';
import { schema } from '../../db/database.ts';
import { isPremium } from '../../domain/accounts/viewer.ts';
import { uploadName } from '../../domain/files/types.ts';
import { implement } from '../implement.ts';
import { DomainError } from '../../domain/domain-error.ts';

/** The time in which the upload must start, in seconds. */
const lifetime = 600;
const uploads: Limit = { name: 'uploads', points: 120, seconds: 600 };
/** For users without a plan, who may upload an avatar. */
const pictures: Limit = { name: 'pictures', points: 10, seconds: 600 };
const pictureTypes = ['image/png', 'image/jpeg', 'image/webp'];

/** A URL to upload one file of that type. Its size and content are checked when the file is used. */
export default implement(calls.files.uploadUrl, async ({ services, user }, { fileType, folder }) => {
  const premium = isPremium(user, services.now());
  if (!premium && !(folder === 'chatFiles' && pictureTypes.includes(fileType))) throw new DomainError('premium-needed');
  const name = uploadName(folder, fileType);
  if (name === undefined) throw new DomainError('unsupported-file-type');
  const wait = await services.limits.consume(premium ? uploads : pictures, user.id);
  if (wait > 0) throw new DomainError('too-many-uploads', { wait });
  const { key, uploadUrl } = services.objects.signedPut({ owner: user.id, folder, name, type: fileType }, lifetime);
  await services.database.db.insert(schema.objects).values({ key, userId: user.id, folder, type: fileType });
  return { uploadUrl, key };
});
