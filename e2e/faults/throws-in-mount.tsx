import { nothing } from './nothing.tsx';

export const { bootstrap, init, unmount, update } = nothing;
/** A release whose mount rejects. */
export const mount = () => Promise.reject(new Error('This release throws in mount.'));
