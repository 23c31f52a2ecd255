import { messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { isFailure, isGeneralFailure } from '@atrium/shared-kernel/failure';

/** Whether the link itself was refused: already used, expired, replaced by a newer one, or never issued. */
export const isLinkRefused = (error: unknown): boolean =>
  isFailure(error, calls.auth.resetWithHash, 'invalid-link') ||
  isFailure(error, calls.auth.changeWithHash, 'invalid-link') ||
  isFailure(error, calls.auth.changeWithHash, 'email-taken') ||
  isGeneralFailure(error, 'invalid-input');

/** A mail program may cut a link. Which part of it is invalid means nothing to somebody who has entered none of them. */
export const refusalText = (error: unknown, otherwise: string): string =>
  isGeneralFailure(error, 'invalid-input') ? 'This link is incomplete or damaged.' : messageOf(error, otherwise);
