import type { SamlApplicationConfig } from '@gatehouse/contract/saml.ts';

type Registered = { acsUrl: { url: string } } & Pick<SamlApplicationConfig, 'otherAcsUrls'>;
type Asked = { acsUrl?: string; acsIndex?: number };

/**
 * Returns the address for the assertion: the one the request names directly or by index (SAML core, section 3.4.1),
 * if it is registered. Indexes are ignored if there is only one address, because such service providers send
 * arbitrary ones.
 */
export const findAcsUrl = ({ acsUrl, otherAcsUrls }: Registered, asked: Asked): string | undefined => {
  const known = [{ url: acsUrl.url }, ...otherAcsUrls];
  if (asked.acsUrl) return known.find(({ url }) => url === asked.acsUrl)?.url;
  if (asked.acsIndex === undefined || otherAcsUrls.length === 0) return acsUrl.url;
  return otherAcsUrls.find(({ index }) => index === asked.acsIndex)?.url;
};
