import type { Environment } from '../env.ts';
import { isLoopback } from '../http/forwarded.ts';

/** Whether stored messages can be read on a page. True only if the console runs on this machine. */
export const hasMailbox = ({ ADMIN_ENDPOINT }: Pick<Environment, 'ADMIN_ENDPOINT'>) =>
  isLoopback(new URL(ADMIN_ENDPOINT).hostname);
