import { email, phoneInput, username } from '@gatehouse/contract/patterns.ts';
import { z } from 'zod';

const clearable = <Text extends z.ZodType<string, string>>(text: Text) => z.union([text, z.literal('')]);

/** Sign-in identifiers, as typed. */
export const identifierFields = {
  primaryEmail: clearable(email),
  primaryPhone: clearable(phoneInput),
  username: clearable(username),
};

type Identifiers = z.infer<z.ZodObject<typeof identifierFields>>;

/** As it is stored: a number is its digits. */
export const storedIdentifiers = ({ primaryEmail, primaryPhone, username: name }: Identifiers) => ({
  primaryEmail: primaryEmail || null,
  primaryPhone: primaryPhone.replace(/\D/g, '') || null,
  username: name || null,
});
