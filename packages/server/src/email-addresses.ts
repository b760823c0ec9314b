import { domainToASCII, domainToUnicode } from 'node:url';
import { isEmail } from '@gatehouse/contract/patterns.ts';

const localOf = (address: string) => address.slice(0, address.lastIndexOf('@'));
const typedDomainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1).toLowerCase();

/** As mail is sent there: `ｃorp.example` is `corp.example`, and a domain in other letters has one name in ASCII. */
export const domainOf = (address: string) => {
  const domain = typedDomainOf(address);
  return domainToASCII(domain) || domain;
};

/** An address in the one way that names its mailbox. */
export const asSent = (address: string) =>
  address.includes('@') ? `${localOf(address).toLowerCase()}@${domainOf(address)}` : address.toLowerCase();

/** For phone numbers, too, which are stored in one spelling. */
export const isSameAddress = (one: string | null | undefined, other: string | null | undefined) =>
  asSent(one ?? '') === asSent(other ?? '');

const asciiDomain = /^(?!(.*\.)?xn--)[\x20-\x7e]*$/;

/** The address as it is stored: a domain in other letters as people write it. */
export const plainEmail = (address: string) => {
  if (asciiDomain.test(typedDomainOf(address))) return address;
  const ascii = domainOf(address);
  const written = `${localOf(address)}@${domainToUnicode(ascii)}`;
  return isEmail(written) ? written : `${localOf(address)}@${ascii}`;
};

/**
 * The ways an address may be stored, in lower case, as it is written first. Earlier versions kept the domain as it was
 * typed, in ASCII or in its own letters.
 */
export const emailSpellings = (address: string) => [
  ...new Set([address.toLowerCase(), plainEmail(address).toLowerCase(), asSent(address)]),
];
