import { isLoopback } from '@gatehouse/contract/loopback.ts';

/** Whether the content cannot be changed in transit. */
export const isSecureAddress = (url: string) => new URL(url).protocol === 'https:' || isLoopback(url);
