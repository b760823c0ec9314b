import type { Environment } from '../env.ts';
import { isLoopback } from '../http/forwarded.ts';

/** Whether kept messages can be read on a page: only where the console itself is on this machine. */
export const hasMailbox = ({ ADMIN_ENDPOINT }: Pick<Environment, 'ADMIN_ENDPOINT'>) =>
  isLoopback(new URL(ADMIN_ENDPOINT).hostname);
