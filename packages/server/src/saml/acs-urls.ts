import type { SamlApplicationConfig } from '@gatehouse/contract/saml.ts';

type Registered = { acsUrl: { url: string } } & Pick<SamlApplicationConfig, 'otherAcsUrls'>;
type Asked = { acsUrl?: string; acsIndex?: number };

/**
 * Where the assertion goes: to the address that a request names as it is or by its index (SAML core, section 3.4.1), if it is
 * a registered one. Nothing where it is not. Service providers with one address only send indexes that nothing here knows.
 */
export const findAcsUrl = ({ acsUrl, otherAcsUrls }: Registered, asked: Asked): string | undefined => {
  const known = [{ url: acsUrl.url }, ...otherAcsUrls];
  if (asked.acsUrl) return known.find(({ url }) => url === asked.acsUrl)?.url;
  if (asked.acsIndex === undefined || otherAcsUrls.length === 0) return acsUrl.url;
  return otherAcsUrls.find(({ index }) => index === asked.acsIndex)?.url;
};
