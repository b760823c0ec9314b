import type { UserProfile } from '@gatehouse/contract/users.ts';
import { z } from 'zod';

export const profileTexts = [
  'givenName',
  'familyName',
  'middleName',
  'nickname',
  'preferredUsername',
  'gender',
  'birthdate',
  'locale',
  'zoneinfo',
  'website',
  'profile',
] as const;

export const addressTexts = [
  'streetAddress',
  'locality',
  'region',
  'postalCode',
  'country',
  'formatted',
] as const;

/** A profile as form values: unknown fields are empty. */
export const profileForm = {
  profile: z.record(z.enum(profileTexts), z.string()),
  address: z.record(z.enum(addressTexts), z.string()),
};
type ProfileForm = z.infer<z.ZodObject<typeof profileForm>>;

const fill = <Name extends string>(names: readonly Name[], known: Partial<Record<Name, string>>) =>
  Object.fromEntries(names.map(name => [name, known[name] ?? ''])) as Record<Name, string>;

const known = <Name extends string>(texts: Record<Name, string>) =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')) as Partial<
    Record<Name, string>
  >;

export const toProfileForm = ({ address = {}, ...profile }: UserProfile): ProfileForm => ({
  profile: fill(profileTexts, profile),
  address: fill(addressTexts, address),
});

export const fromProfileForm = ({ profile, address }: ProfileForm): UserProfile => {
  const knownAddress = known(address);
  return {
    ...known(profile),
    ...(Object.keys(knownAddress).length > 0 ? { address: knownAddress } : {}),
  };
};
