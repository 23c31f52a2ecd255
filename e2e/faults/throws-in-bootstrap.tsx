import { nothing } from './nothing.tsx';

/** A release whose bootstrap rejects. */
const reject = () => Promise.reject(new Error('This release throws in bootstrap.'));
export const { mount, unmount, update } = nothing;
export const [bootstrap, init] = [reject, reject];
