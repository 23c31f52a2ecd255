import type { Readable } from 'node:stream';

export interface ObjectInfo {
  /** The file's name in a download. */
  readonly name: string;
  /** The declared media type. */
  readonly type: string;
}

export interface NewObject extends ObjectInfo {
  /** The id of the user who may read it. */
  readonly owner: string;
  /** The first part of the key, such as `documents` or `chatFiles`. */
  readonly folder: string;
}

export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface StoredObject extends ObjectInfo {
  /** Bytes of the whole object. */
  readonly size: number;
  readonly content: Readable;
}

/** Files of users and of the assistant. A key is `<folder>/<owner>/<id>/<name>`. */
export interface ObjectStore {
  /** Stores `content`. `url` stays valid for as long as the object exists, and only its owner can open it. */
  put(object: NewObject & { readonly content: Uint8Array }): Promise<{ key: string; url: string }>;
  /** A link with which anybody can read the object, for `seconds`. */
  signedGet(key: string, seconds: number): string;
  /** A link that accepts one object of that type by PUT, for `seconds`. */
  signedPut(object: NewObject, seconds: number): { key: string; uploadUrl: string };
  /** The object, or its bytes from `start` to `end` (inclusive); undefined if there is none. */
  read(key: string, range?: ByteRange): Promise<StoredObject | undefined>;
  /** Changes the name and type of a stored object, and its content if `content` is given. */
  revise(key: string, info: ObjectInfo, content?: Uint8Array): Promise<void>;
  /** Removes the object permanently; does nothing if there is none. */
  remove(key: string): Promise<void>;
}

/** A store whose links are URLs of the product itself, so that pages need no other origin. */
export interface SignedObjectStore extends ObjectStore {
  /** Whether `query` holds a signature that this store issued for the method and key and that has not expired. */
  verifies(method: 'GET' | 'PUT', key: string, query: SignedQuery): boolean;
  /**
   * Stores an uploaded body under `key`. Stores nothing if the body breaks off, if it is larger than `limit` bytes
   * (throws `TooLarge`), if the key is in use (throws `AlreadyStored`), or if the object was removed in the meantime
   * (throws `ObjectRemoved`).
   */
  receive(key: string, info: ObjectInfo, body: Readable, limit: number): Promise<void>;
}

export interface SignedQuery {
  /** Milliseconds since 1970. */
  readonly expires?: string | undefined;
  readonly type?: string | undefined;
  readonly signature?: string | undefined;
}

/** An upload exceeds its limit. */
export class TooLarge extends Error {}
/** The key of an upload is in use. */
export class AlreadyStored extends Error {}
/** The object was removed before its bytes arrived: its owner is deleted, or its upload was canceled. */
export class ObjectRemoved extends Error {}

const base = '/objects/';

/** The path of an object below the product's origin. */
export const objectUrl = (key: string): string => base + key.split('/').map(encodeURIComponent).join('/');

/** The key in an object's path or absolute URL; undefined if `url` is not one. */
export const keyOf = (url: string): string | undefined => {
  if (!URL.canParse(url, 'http://any')) return undefined;
  const { pathname } = new URL(url, 'http://any');
  if (!pathname.startsWith(base)) return undefined;
  try {
    return decodeURIComponent(pathname.slice(base.length));
  } catch {
    // The path is not validly encoded, so this product did not issue it.
    return undefined;
  }
};

/** Whether `url` is exactly the path of an object, without origin, query or the like. */
export const isObjectPath = (url: string): boolean => {
  const key = keyOf(url);
  return key !== undefined && key !== '' && objectUrl(key) === url;
};

export const ownerOf = (key: string): string | undefined => key.split('/')[1];
