import { data } from '../fixtures.ts';
import startProduct from '../global-setup.ts';
import { publishVendored } from './cells.ts';

/** One product for all cells, whose store also contains the releases that are stored next to the pins. */
export default async function start(): Promise<() => Promise<void>> {
  const stop = await startProduct();
  publishVendored(data());
  return stop;
}
