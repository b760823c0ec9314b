import { isLoopback } from '@gatehouse/contract/redirect-uris.ts';

/** Whether nobody on the way can change what is read there. */
export const isSecureAddress = (url: string) => new URL(url).protocol === 'https:' || isLoopback(url);
