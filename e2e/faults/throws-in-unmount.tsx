import { nothing } from './nothing.tsx';

export const { bootstrap, init, mount, update } = nothing;
/** A release that is shown, and whose unmount rejects. */
export const unmount = () => Promise.reject(new Error('This release throws in unmount.'));
