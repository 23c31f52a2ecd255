import type { Figure } from './figure.ts';
export const streamOverhead = (_say: (text: string) => void): Promise<Figure[]> => Promise.reject(new Error('later'));
