import { z } from 'zod';

/**
 * Anyone can send a text of any length here, and it is matched before it is found to be too long. So there is one way at most
 * to match each part: a pattern that could divide a text in many ways takes hours for a long one.
 */
export const patterns = {
  /**
   * One plain address, and nothing that a mail program reads as a list, a name or a comment: a code for
   * `<me@evil.example>@corp.example` went to the former, and the latter counted as proven. The same goes for the dotted
   * capital I and the Kelvin sign, whose lowercase is a plain letter: users are found by it, and the code goes to another
   * mailbox.
   */
  email:
    /^(?!\S*[\s\u0130\u212a])[\w.!#$%&'*+/=?^`{|}~\u00a1-\uffff-]+@(?:[\w\u00a1-\uffff-]+\.)+[\w\u00a1-\uffff-]+$/,
  /** As stored: digits only. */
  phone: /^\d+$/,
  /** As typed: an optional plus, digits, dashes, parentheses and spaces. */
  phoneInput: /^\+?[-() ]*\d[\d\-() ]*$/,
  username: /^[A-Za-z_]\w*$/,
  hexColor: /^#([\da-f]{3}|[\da-f]{6})$/i,
  /** The key of a custom profile field. */
  fieldKey: /^[\dA-Za-z]+$/,
  /** An email address, or a domain after an at sign. */
  blocklistItem: /^[^\s@]*@\S+\.[^\s.]+\.*$/,
  /** A domain of any depth. Underscores are no part of host names, but mail goes to such domains. */
  domain: /^(?:[\da-z_](?:[\w-]{0,61}[\da-z_])?\.)+[a-z][\da-z-]*[\da-z]$/i,
  organizationId: /^[\da-z-]{1,21}$/,
  /** With a scheme, or a name that a mail program would make a link of. */
  containsUrl:
    /\b[a-z][a-z\d+.-]*:\/\/\S|\bwww\.\S|\b(?:[a-z\d-]+\.)+(?:com|net|org|io|dev|app|co|info|biz|xyz)\b/i,
  /** At least three labels: `id.example.com`, not `example.com`. */
  subdomain: /^(?:[\da-z](?:[\da-z-]{0,61}[\da-z])?\.){2,}[a-z][\da-z-]*[\da-z]$/i,
} as const;

/** Invisible characters, such as a zero-width space, and halves of characters. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Cs}]/u;

/** Written in Thai and Lao in one way only, which is not the normalized one. */
const vowelsInUse = /[\u0e33\u0eb3]/g;

/**
 * Users are found by their address as a text, and mail servers take several texts for one address: wide letters for
 * plain ones, or a letter and its accent for the letter with the accent. There is one spelling of each address, so that
 * a mailbox is not the way to several accounts that look the same.
 */
const isOneSpelling = (address: string) => {
  const text = address.replaceAll(vowelsInUse, '');
  return !unseen.test(address) && text.normalize('NFKC') === text;
};

export const email = z
  .string()
  .max(128)
  .regex(patterns.email, { error: 'user.invalid_email' })
  .refine(isOneSpelling, { error: 'user.invalid_email' });
export const isEmail = (text: string) => email.safeParse(text).success;
export const phone = z.string().max(128).regex(patterns.phone, { error: 'user.invalid_phone' });
export const phoneInput = z.string().max(128).regex(patterns.phoneInput, { error: 'user.invalid_phone' });
export const username = z.string().max(128).regex(patterns.username, { error: 'validation.username' });
export const hexColor = z.string().regex(patterns.hexColor, { error: 'validation.hex_color' });
export const fieldKey = z
  .string()
  .min(1, { error: 'custom_profile_fields.name_required' })
  .max(128)
  .regex(patterns.fieldKey, { error: 'custom_profile_fields.invalid_name' });
export const domainName = z
  .string()
  .max(128)
  .regex(patterns.domain, { error: 'single_sign_on.invalid_domain_format' });
