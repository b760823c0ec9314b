import { z } from 'zod';
import { origin } from './env-fields.ts';

const gatehouse = {
  name: 'Gatehouse',
  supportEmail: 'support@gatehouse.app',
  chatUrl: 'https://gatehouse.app/chat',
  issuesUrl: 'https://gatehouse.app/issues',
  callUrl: 'https://gatehouse.app/call',
  releasesUrl: 'https://gatehouse.app/releases',
};

/** With these, a company that runs the product for others sets its own name and contact links. */
export const brandVariables = {
  GATEHOUSE_BRAND_NAME: z
    .string()
    .trim()
    .min(1, 'a name')
    .max(64, 'a name of at most 64 characters')
    .optional()
    .describe(
      'The product name in the console. With another name, only those of the following links are shown that you set. Default: `Gatehouse`.',
    ),
  GATEHOUSE_BRAND_SUPPORT_EMAIL: z
    .email('an email address')
    .optional()
    .describe('Your support email address.'),
  GATEHOUSE_BRAND_CHAT_URL: origin.optional().describe('Your community chat.'),
  GATEHOUSE_BRAND_ISSUES_URL: origin.optional().describe('The issue tracker.'),
  GATEHOUSE_BRAND_CALL_URL: origin.optional().describe('The page to book a call with you.'),
  GATEHOUSE_BRAND_RELEASES_URL: origin.optional().describe('The release notes.'),
  GATEHOUSE_BRAND_TERMS_URL: origin.optional().describe('Your terms of use.'),
  GATEHOUSE_BRAND_PRIVACY_URL: origin.optional().describe('Your privacy policy.'),
};

type BrandVariables = z.output<z.ZodObject<typeof brandVariables>>;

/** The brand that the console shows: the product's own unless another name is set. */
export const brandOf = (env: BrandVariables) => {
  const { name, ...links } = gatehouse;
  const set = {
    supportEmail: env.GATEHOUSE_BRAND_SUPPORT_EMAIL,
    chatUrl: env.GATEHOUSE_BRAND_CHAT_URL,
    issuesUrl: env.GATEHOUSE_BRAND_ISSUES_URL,
    callUrl: env.GATEHOUSE_BRAND_CALL_URL,
    releasesUrl: env.GATEHOUSE_BRAND_RELEASES_URL,
    termsUrl: env.GATEHOUSE_BRAND_TERMS_URL,
    privacyUrl: env.GATEHOUSE_BRAND_PRIVACY_URL,
  };
  const given = Object.fromEntries(Object.entries(set).filter(([, link]) => link !== undefined));
  const named = env.GATEHOUSE_BRAND_NAME;
  return { name: named ?? name, ...(named ? {} : links), ...given };
};
