import type { Identifier } from '@gatehouse/contract/experience.ts';
import type { SignInIdentifier } from '@gatehouse/contract/sign-in-experience.ts';
import { data, type Key } from './data.ts';

/** The text in an identifier field, and the country to assume for a phone number. */
export type TypedIdentifier = { text: string; region: string; callingCode: string };

const phoneLike = /^\+?[\d\s()-]*$/;
const digitsOf = (text: string) => text.replace(/\D/g, '');

/** The kind that the text seems to be, of those that are allowed. */
export const kindOf = (text: string, allowed: readonly SignInIdentifier[]): SignInIdentifier => {
  const isAllowed = (kind: SignInIdentifier) => allowed.includes(kind);
  if (text.includes('@') && isAllowed('email')) return 'email';
  if (isAllowed('phone') && phoneLike.test(text.trim()) && digitsOf(text).length > 2) return 'phone';
  return (['username', 'email', 'phone'] as const).find(isAllowed) ?? 'username';
};

/** Regions whose numbers keep their leading zero after the calling code. */
const keepsZero = ['IT', 'SM', 'VA'];

export const readIdentifier = (
  { text, region, callingCode }: TypedIdentifier,
  allowed: readonly SignInIdentifier[],
): Identifier | { error: Key } => {
  const value = text.trim();
  if (!value) return { error: `errors.required_${labelKeyOf(allowed)}` };
  const type = kindOf(value, allowed);
  if (type === 'email')
    return /^\S+@\S+\.\S+$/.test(value) ? { type, value } : { error: 'errors.invalid_email' };
  if (type === 'username')
    return /^[A-Za-z_]\w*$/.test(value) ? { type, value } : { error: 'errors.invalid_username' };
  const isInternational = /^(\+|00)/.test(value);
  const digits = digitsOf(value).replace(isInternational || !keepsZero.includes(region) ? /^0+/ : /^$/, '');
  const number = isInternational ? digits : callingCode + digits;
  const isNumber = phoneLike.test(value) && number.length >= 7 && number.length <= 15;
  return isNumber ? { type, value: number } : { error: 'errors.invalid_phone' };
};

/** A phone number as it is written; other identifiers are as they are. */
export const showIdentifier = ({ type, value }: Identifier) => (type === 'phone' ? `+${value}` : value);

type LabelKey =
  | 'username'
  | 'email'
  | 'phone'
  | 'email_username'
  | 'email_phone'
  | 'phone_username'
  | 'email_phone_username';

/** The end of the keys of phrases that name these kinds together. */
export const labelKeyOf = (allowed: readonly SignInIdentifier[]) =>
  (['email', 'phone', 'username'] as const).filter(kind => allowed.includes(kind)).join('_') as LabelKey;

/** The kinds that the application asks for, as far as they are allowed; all of them otherwise. */
export const narrowByRequest = <Kind extends SignInIdentifier>(allowed: readonly Kind[]): Kind[] => {
  const wanted = data.parameters?.identifier?.split(' ') ?? [];
  const kept = allowed.filter(kind => wanted.includes(kind));
  return kept.length > 0 ? kept : [...allowed];
};
