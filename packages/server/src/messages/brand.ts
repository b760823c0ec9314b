import type { Branding, Color } from '@gatehouse/contract/branding.ts';
import { passcodeRules } from '@gatehouse/contract/passcodes.ts';
import { darkColorOf, defaultPrimaryColor } from '@gatehouse/contract/sign-in-defaults.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';

/** The branding of emails, and the validity of the codes in them. */
export type MailBrand = {
  /** The sender, if the message itself does not name it. */
  name?: string;
  logoUrl?: string;
  darkLogoUrl?: string;
  color: string;
  darkColor: string;
  codeMinutes?: number;
};

export const plainBrand: MailBrand = {
  color: defaultPrimaryColor,
  darkColor: darkColorOf(defaultPrimaryColor),
};

/** The look of the sign-in pages is that of the mail. */
export const loadMailBrand = async (db: Kysely<Tables>): Promise<MailBrand> => {
  const { color, branding, verificationCodePolicy } = (await db
    .selectFrom('signInExperiences')
    .select(['color', 'branding', 'verificationCodePolicy'])
    .executeTakeFirstOrThrow()) as {
    color: Color;
    branding: Branding;
    verificationCodePolicy: { expirationDuration?: number };
  };
  return {
    ...branding,
    color: color.primaryColor,
    darkColor: color.isDarkModeEnabled ? color.darkPrimaryColor : darkColorOf(color.primaryColor),
    codeMinutes: Math.floor((verificationCodePolicy.expirationDuration ?? passcodeRules.lifetime) / 60),
  };
};
