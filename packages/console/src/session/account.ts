import type { Answer, BodyInput } from '@gatehouse/contract/endpoint.ts';
import type { me } from '@gatehouse/contract/me.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { queryClient, send } from '../api.ts';
import { lightRow } from '../request.ts';

type Rows = typeof me;
export type Account = Answer<Rows['read']>;

const rows = {
  read: lightRow<Rows['read']>({ method: 'get', path: '/me', permission: 'me' }),
  update: lightRow<Rows['update']>({ method: 'patch', path: '/me', permission: 'me' }),
  readCustomData: lightRow<Rows['readCustomData']>({
    method: 'get',
    path: '/me/custom-data',
    permission: 'me',
  }),
  updateCustomData: lightRow<Rows['updateCustomData']>({
    method: 'patch',
    path: '/me/custom-data',
    permission: 'me',
  }),
};

const accountKey = ['me', 'account'] as const;
const customDataKey = ['me', 'custom-data'] as const;

/** The name shown for the user. */
export const shownNameOf = ({ name, username, primaryEmail, primaryPhone }: Account) =>
  name ?? username ?? primaryEmail ?? primaryPhone;

/** The address that the person is known by, or what there is instead. */
export const shownAddressOf = (account: Account) => account.primaryEmail ?? shownNameOf(account);

export const useAccount = () => useQuery({ queryKey: accountKey, queryFn: () => send(rows.read, {}, 'me') });

export const reloadAccount = () => queryClient.invalidateQueries({ queryKey: accountKey });

export const useCustomData = () =>
  useQuery({ queryKey: customDataKey, queryFn: () => send(rows.readCustomData, {}, 'me') });

export const useUpdateAccount = () =>
  useMutation({
    mutationFn: (body: BodyInput<Rows['update']>) => send(rows.update, { body }, 'me'),
    meta: { alertsRefusals: true },
    onSuccess: account => queryClient.setQueryData(accountKey, account),
  });

export const useUpdateCustomData = () =>
  useMutation({
    mutationFn: (body: Record<string, unknown>) => send(rows.updateCustomData, { body }, 'me'),
    onSuccess: customData => queryClient.setQueryData(customDataKey, customData),
  });
