import type { ClaimedAccount } from '../connector.ts';
export type Profile = Omit<ClaimedAccount, 'tokens' | 'rawData'>;
