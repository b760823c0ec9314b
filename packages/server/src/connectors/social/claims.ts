import { idOf, isTrue, type JsonObject, textOf } from '../answers.ts';
import type { Profile } from './oauth.ts';

/** The standard claims of OpenID Connect; an address or a number only where the provider vouches for it. */
export const profileOfClaims = (claims: JsonObject, { trustsEmail = false } = {}): Profile => ({
  id: idOf(claims.sub),
  name: textOf(claims.name) ?? textOf(claims.preferred_username) ?? textOf(claims.nickname),
  email: trustsEmail || isTrue(claims.email_verified) ? textOf(claims.email) : undefined,
  phone: isTrue(claims.phone_number_verified) ? digitsOf(claims.phone_number) : undefined,
  avatar: textOf(claims.picture),
});

/** Phones are stored as digits. */
export const digitsOf = (value: unknown) => textOf(value)?.replace(/\D/g, '') || undefined;
