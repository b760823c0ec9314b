import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { RequestError } from './request-error.ts';

/** A number in international form, without what is dialed only inside a country; nothing for one that cannot exist. */
const readPhone = (digits: string) => {
  const number = parsePhoneNumberFromString(`+${digits}`);
  return number?.isPossible() ? number : undefined;
};

export const isPossiblePhone = (digits: string) => readPhone(digits) !== undefined;

/** The digits by which a number is stored. */
export const requirePhone = (digits: string) => {
  const number = readPhone(digits);
  if (!number) throw new RequestError('user.invalid_phone', { status: 422 });
  return number.number.slice(1);
};

/** The same for a number that may not exist: sending a message to it shows whether it does. */
export const plainPhone = (digits: string) => readPhone(digits)?.number.slice(1) ?? digits;

/**
 * The ways a number may be stored. Earlier versions kept the trunk zero, which is dialed only inside a country. If
 * the zero is part of the number, as in Italy, the variant with it belongs to a different person.
 */
export const spellingsOf = (digits: string): string[] => {
  const number = readPhone(digits);
  if (!number) return [digits];
  const plain = number.number.slice(1);
  const withZero = `${number.countryCallingCode}0${number.nationalNumber}`;
  return [...new Set([digits, plain, ...(plainPhone(withZero) === plain ? [withZero] : [])])];
};
