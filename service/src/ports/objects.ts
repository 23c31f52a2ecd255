import type { Readable } from 'node:stream';

export interface ObjectInfo {
  /** As the person sees it when the file is saved. */
  readonly name: string;
  /** The media type as it was declared. */
  readonly type: string;
}

export interface NewObject extends ObjectInfo {
  /** The user id that may read it. */
  readonly owner: string;
  /** The first part of the key, as `documents` or `chatFiles`. */
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

/** Files of people and of the assistant. A key is `<folder>/<owner>/<id>/<name>`. */
export interface ObjectStore {
  /** Stores `content`; `url` names the object for as long as it exists and gives it to its owner only. */
  put(object: NewObject & { readonly content: Uint8Array }): Promise<{ key: string; url: string }>;
  /** A link that gives the object to whoever holds it, for `seconds`. */
  signedGet(key: string, seconds: number): string;
  /** A link that takes one object of that type by PUT, for `seconds`. */
  signedPut(object: NewObject, seconds: number): { key: string; uploadUrl: string };
  /** The object, or the bytes of it from `start` to `end` (both counted); undefined where there is none. */
  read(key: string, range?: ByteRange): Promise<StoredObject | undefined>;
  /** Gives a stored object another name and type, and other content where that is given. */
  revise(key: string, info: ObjectInfo, content?: Uint8Array): Promise<void>;
  /** Removes the object for good; nothing happens where there is none. */
  remove(key: string): Promise<void>;
}

/** A store whose links are addresses of the product itself, so that pages need no other origin. */
export interface SignedObjectStore extends ObjectStore {
  /** Whether `query` is a signature that this store made for that method and key, and still holds. */
  verifies(method: 'GET' | 'PUT', key: string, query: SignedQuery): boolean;
  /**
   * Stores an uploaded body under `key`. Keeps nothing where the body breaks off, where it is larger than `limit` bytes
   * (throws `TooLarge`), and where there is an object under the key already (throws `AlreadyStored`).
   */
  receive(key: string, info: ObjectInfo, body: Readable, limit: number): Promise<void>;
}

export interface SignedQuery {
  /** Milliseconds since 1970. */
  readonly expires?: string | undefined;
  readonly type?: string | undefined;
  readonly signature?: string | undefined;
}

/** An upload is larger than it may be. */
export class TooLarge extends Error {}
/** Something is stored under the key of an upload. */
export class AlreadyStored extends Error {}

const base = '/objects/';

/** The path below the product's origin that names an object. */
export const objectUrl = (key: string): string => base + key.split('/').map(encodeURIComponent).join('/');

/** The key in an object's path or absolute address; undefined where it is none. */
export const keyOf = (url: string): string | undefined => {
  if (!URL.canParse(url, 'http://any')) return undefined;
  const { pathname } = new URL(url, 'http://any');
  if (!pathname.startsWith(base)) return undefined;
  try {
    return decodeURIComponent(pathname.slice(base.length));
  } catch {
    // A path that nobody can have got from here names no object.
    return undefined;
  }
};

/** Whether it is the path of an object of this product and nothing else. */
export const isObjectPath = (url: string): boolean => {
  const key = keyOf(url);
  return key !== undefined && key !== '' && objectUrl(key) === url;
};

export const ownerOf = (key: string): string | undefined => key.split('/')[1];
