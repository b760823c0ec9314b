import { bootstrap } from './bootstrap.ts';

const { supportEmail, chatUrl, issuesUrl, callUrl, releasesUrl } = bootstrap.brand;

/** Contact channels of the operator, as far as configured. */
export const contactLinks = {
  chat: chatUrl,
  issues: issuesUrl,
  email: supportEmail && `mailto:${supportEmail}`,
  call: callUrl,
  releases: releasesUrl,
} as const;

/** For those who need an answer: the most personal way there is. */
export const contactLink = contactLinks.email ?? callUrl ?? chatUrl ?? issuesUrl;

export const canBeReached = contactLink !== undefined;
