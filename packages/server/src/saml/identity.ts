import { createHash } from 'node:crypto';
import { nameIdFormats, type SamlApplicationConfig } from '@gatehouse/contract/saml.ts';
import type { UserRow } from '../domain/user-row.ts';
import { isEmailVerified, isPhoneVerified } from '../domain/users.ts';
import { RequestError } from '../request-error.ts';
import type { Groups } from './groups.ts';

/** The claims about a user that service providers may receive, by their OpenID Connect names. */
const claimsOf = (user: UserRow): Record<string, unknown> => ({
  ...snakeNamesOf(user.profile),
  sub: user.id,
  name: user.name,
  username: user.username,
  picture: user.avatar,
  email: user.primaryEmail,
  email_verified: user.primaryEmail === null ? undefined : isEmailVerified(user),
  phone_number: user.primaryPhone,
  phone_number_verified: user.primaryPhone === null ? undefined : isPhoneVerified(user),
  created_at: user.createdAt,
  updated_at: user.updatedAt,
  custom_data: user.customData,
});

/** The profile has the same claims in camel case. */
const snakeNamesOf = (profile: object) =>
  Object.fromEntries(
    Object.entries(profile).map(([name, value]) => [
      name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`),
      value,
    ]),
  );

const usualMapping = { sub: 'sub', email: 'email', name: 'name', username: 'username' };

type Values = string | readonly string[];

/** Under the names that the service provider wants; where it wants none, the usual ones. */
export const attributesOf = (
  user: UserRow,
  mapping: SamlApplicationConfig['attributeMapping'],
  groups: Groups,
): Record<string, Values> => {
  const claims = { ...claimsOf(user), ...groups };
  const wanted = Object.keys(mapping).length > 0 ? mapping : usualMapping;
  return Object.fromEntries(
    Object.entries(wanted).flatMap(([claim, attribute]) => {
      const value = (claims as Record<string, unknown>)[claim];
      if (value === undefined || value === null) return [];
      return [[attribute, valuesOf(value)]];
    }),
  );
};

const valuesOf = (value: unknown): Values => {
  if (Array.isArray(value)) return value.map(String);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/**
 * The name of a user for one service provider. A transient one lasts as long as the session: the service provider names the
 * user by it to sign out.
 */
export const nameIdOf = (
  user: UserRow,
  format: SamlApplicationConfig['nameIdFormat'],
  sessionIndex: string,
) => {
  if (format === nameIdFormats.transient) {
    const digest = createHash('sha256').update(`${user.id} ${sessionIndex}`).digest('hex');
    return { format, value: `_${digest.slice(0, 32)}` };
  }
  if (format !== nameIdFormats.emailAddress) return { format, value: user.id };
  if (!user.primaryEmail) throw new RequestError('application.saml.missing_email_address');
  return { format, value: user.primaryEmail };
};
