import { type CallingCode, regionsOfNumber } from '@gatehouse/contract/calling-codes.ts';

/** By name, ISO code or calling code. The best matches come first: Enter picks the first one. */
export const findCountries = (countries: readonly CallingCode[], query: string) => {
  const rank = query.startsWith('+') || /^\d/.test(query) ? rankByNumber(query) : rankByName(query);
  return [0, 1, 2].flatMap(wanted => countries.filter(country => rank(country) === wanted));
};

const rankByNumber = (query: string) => {
  const digits = query.replace(/\D/g, '');
  const owners = regionsOfNumber(digits);
  return ({ region, code }: CallingCode) => {
    if (owners.includes(region)) return 0;
    return code.startsWith(digits) ? 1 : undefined;
  };
};

const rankByName = (query: string) => {
  const wanted = fold(query);
  return ({ region, name }: CallingCode) => {
    if (wanted === fold(region)) return 0;
    if (fold(name).startsWith(wanted)) return 1;
    return fold(name).includes(wanted) ? 2 : undefined;
  };
};

/** Without accents and capitals. */
const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
