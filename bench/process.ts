import { readFile } from 'node:fs/promises';
import type { Product } from '../e2e/support/product.ts';

const readOf = ({ process: { pid } }: Product, file: string) =>
  readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');

/** Resident memory of the product's process, in MiB. */
export const residentMemory = async (product: Product) => {
  const status = await readOf(product, 'status');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
};

/** Linux counts in hundredths of a second. */
const millisecondsPerTick = 10;

/** CPU time the product's process has used so far, in milliseconds. */
export const processorTime = async (product: Product) => {
  const line = await readOf(product, 'stat');
  const [user, system] = line
    .slice(line.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return (Number(user) + Number(system)) * millisecondsPerTick;
};
