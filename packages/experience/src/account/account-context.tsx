import type { AccountCenter } from '@gatehouse/contract/account-center.ts';
import type { User } from '@gatehouse/contract/users.ts';
import { createContext, useContext } from 'react';
import { data } from '../data.ts';

export type Field = keyof AccountCenter['fields'];

/** The access that the tenant gives users to a part of their account. */
export const accessTo = (field: Field) => data.accountCenter?.fields[field] ?? 'Off';
export const isShown = (...fields: Field[]) => fields.some(field => accessTo(field) !== 'Off');
export const isEditable = (field: Field) => accessTo(field) === 'Edit';

type Account = {
  user: Partial<User>;
  reload: () => Promise<void>;
  /** The account waits for its deletion from now on: nothing of it can be shown. */
  leave: (deletionDueAt: number) => void;
};
const AccountContext = createContext<Account | undefined>(undefined);
export const AccountProvider = AccountContext.Provider;

export const useAccount = () => {
  const account = useContext(AccountContext);
  if (!account) throw new Error('useAccount needs an AccountProvider above it');
  return account;
};
