import type { IncomingHttpHeaders } from 'node:http';

/** The headers in which a trusted proxy says where users are. `forwarded.ts` drops those of other peers. */
export type PlaceHeaders = { country?: string; city?: string };

export const placeHeadersOf = (env: {
  GATEHOUSE_COUNTRY_HEADER?: string;
  GATEHOUSE_CITY_HEADER?: string;
}): PlaceHeaders => ({ country: env.GATEHOUSE_COUNTRY_HEADER, city: env.GATEHOUSE_CITY_HEADER });

const longestCity = 100;
/** The value proxies send for an unknown country. */
const unknownCountry = 'XX';

/** The country by its two letters, and the city as the proxy calls it. */
export const whereaboutsOf = (headers: IncomingHttpHeaders, names: PlaceHeaders) => {
  const read = (name: string | undefined) => String((name && headers[name]) ?? '');
  const country = read(names.country);
  const city = readable(read(names.city)).slice(0, longestCity);
  return {
    ...(/^[A-Z]{2}$/.test(country) && country !== unknownCountry ? { country } : {}),
    ...(city ? { city } : {}),
  };
};

/** Some proxies send UTF-8, which Node takes for Latin 1, and some encode it as an address would. */
const readable = (text: string) => {
  const plain = Buffer.from(text, 'latin1').toString('utf8').replaceAll(/\p{C}/gu, '').trim();
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
};
