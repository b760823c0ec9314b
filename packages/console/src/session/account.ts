import type { Answer } from '@gatehouse/contract/endpoint.ts';
import type { me as meRows } from '@gatehouse/contract/me.ts';
import { useQuery } from '@tanstack/react-query';
import { queryClient, send } from '../api.ts';

export type Account = Answer<(typeof meRows)['read']>;

/** The contract's schemas are heavy for the shell, so the rows come with the first request. */
const rows = () => import('@gatehouse/contract/me.ts').then(({ me }) => me);

const accountKey = ['me', 'account'] as const;
const customDataKey = ['me', 'custom-data'] as const;

export const useAccount = () =>
  useQuery({ queryKey: accountKey, queryFn: async () => send((await rows()).read, {}, 'me') });

export const useCustomData = () =>
  useQuery({ queryKey: customDataKey, queryFn: async () => send((await rows()).readCustomData, {}, 'me') });

export const updateAccount = async (body: {
  name?: string | null;
  avatar?: string | null;
  username?: string;
}) => {
  const account = await send((await rows()).update, { body }, 'me');
  queryClient.setQueryData(accountKey, account);
};

export const updateCustomData = async (body: Record<string, unknown>) => {
  const customData = await send((await rows()).updateCustomData, { body }, 'me');
  queryClient.setQueryData(customDataKey, customData);
};
