import { webUrl } from '@gatehouse/contract/fields.ts';
import { isEmail } from '@gatehouse/contract/patterns.ts';
import { z } from 'zod';
import { isPossiblePhone } from '../phones.ts';

const trust = z.enum(['claim', 'always', 'never']);

/**
 * The email addresses and phone numbers that a provider has verified: those with a claim that says so, all of them,
 * or none that can be trusted.
 */
export const verifies = z.strictObject({ email: trust, phone: trust });
export type Verifies = z.infer<typeof verifies>;

/** For providers that hand out neither, and for packages that do not declare what their provider verifies. */
export const verifiesNothing: Verifies = { email: 'never', phone: 'never' };

/** The account as a provider describes it, before deciding which parts to trust. */
export type Claimed = {
  email?: string;
  phone?: string;
  avatar?: string;
  isEmailVerified?: boolean;
  isPhoneVerified?: boolean;
};

/** The administrator's explicit decision to believe a provider that verifies nothing. */
type TrustSwitches = { trustUnverifiedEmail?: boolean; trustUnverifiedPhone?: boolean };

/**
 * Leaves out each address and number that the provider does not vouch for. Everything behind this relies on it: accounts are
 * linked by what is left, and it becomes the verified email or phone of a new user. A picture is passed on to applications,
 * which may make a link of it, and so it is no script.
 */
export const keepVouched = <Account extends Claimed>(
  { email, phone }: Verifies,
  config: unknown,
  { isEmailVerified, isPhoneVerified, ...account }: Account,
): Omit<Account, 'isEmailVerified' | 'isPhoneVerified'> => {
  const { trustUnverifiedEmail, trustUnverifiedPhone } = (config ?? {}) as TrustSwitches;
  const isVouched = (trust: Verifies['email'], claim: boolean | undefined, isTrusted: boolean | undefined) =>
    trust === 'always' || (trust === 'claim' && claim === true) || isTrusted === true;
  return {
    ...account,
    email: isVouched(email, isEmailVerified, trustUnverifiedEmail) ? plainOf(account.email) : undefined,
    phone: isVouched(phone, isPhoneVerified, trustUnverifiedPhone) ? possibleOf(account.phone) : undefined,
    avatar: pictureOf(account.avatar),
  };
};

/** Mail programs read other texts in their own way, so the provider has verified something else. */
const plainOf = (email: string | undefined) => (email && isEmail(email) ? email : undefined);

/** An impossible phone number must not block a registration. */
const possibleOf = (phone: string | undefined) => (phone && isPossiblePhone(phone) ? phone : undefined);

const pictureOf = (address: string | undefined) => (webUrl.safeParse(address).success ? address : undefined);
