import { isSameAddress } from '../email-addresses.ts';

type Addresses = {
  primaryEmail?: string | null;
  primaryPhone?: string | null;
  isEmailVerified?: boolean;
  isPhoneVerified?: boolean;
};

const parts = [
  { address: 'primaryEmail', flag: 'isEmailVerified' },
  { address: 'primaryPhone', flag: 'isPhoneVerified' },
] as const;

/** The addresses of a new user are verified only if the creator says so. */
export const newFlags = (user: Addresses) =>
  Object.fromEntries(parts.map(({ address, flag }) => [flag, Boolean(user[address]) && user[flag] === true]));

/** Another address is not proven because the one before was. */
export const changedFlags = (before: Addresses, patch: Addresses) =>
  Object.fromEntries(
    parts
      .filter(({ address, flag }) => patch[address] !== undefined || patch[flag])
      .map(({ address, flag }) => {
        const after = patch[address] === undefined ? before[address] : patch[address];
        const isKept = isSameAddress(after, before[address]) && before[flag] === true;
        return [flag, Boolean(after) && (patch[flag] ?? isKept)];
      }),
  );

/** The flags of addresses that the user has just verified and that were not verified before. */
export const provenFlags = (
  user: Required<Addresses>,
  proven: readonly (string | null | undefined)[],
): Pick<Addresses, 'isEmailVerified' | 'isPhoneVerified'> =>
  Object.fromEntries(
    parts.flatMap(({ address, flag }) =>
      user[address] && !user[flag] && proven.some(value => value && isSameAddress(value, user[address]))
        ? [[flag, true]]
        : [],
    ),
  );
