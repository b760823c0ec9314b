import { idOf, isTrue, type JsonObject, textOf } from '../answers.ts';
import type { Claimed } from '../vouching.ts';
import type { Profile } from './profile.ts';
/** The standard claims of OpenID Connect (Core section 5.1). Some providers write the flags as text. */
export const profileOfClaims = (claims: JsonObject): Profile => ({
  id: idOf(claims.sub),
  name: textOf(claims.name) ?? textOf(claims.preferred_username) ?? textOf(claims.nickname),
  email: textOf(claims.email),
  phone: digitsOf(claims.phone_number),
  avatar: textOf(claims.picture),
  ...flagsOf(claims),
});

/** Reads the verification flags of the standard claims. A missing flag means unverified. */
export const flagsOf = (claims: JsonObject): Pick<Claimed, 'isEmailVerified' | 'isPhoneVerified'> => ({
  isEmailVerified: isTrue(claims.email_verified),
  isPhoneVerified: isTrue(claims.phone_number_verified),
});

/** Phones are stored as digits. */
export const digitsOf = (value: unknown) => textOf(value)?.replace(/\D/g, '') || undefined;
