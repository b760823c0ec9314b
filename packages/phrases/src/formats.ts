import { numberFormat } from './formatters.ts';
/** 1500 → `1.5K`, 2000000 → `2M`, and what other languages say instead; smaller numbers as they are. */
export const compactNumber = (value: number, language = 'en') =>
  numberFormat(language, { notation: 'compact', maximumFractionDigits: 1 }).format(value);

/** With the language's separators between thousands. */
export const groupedNumber = (value: number, language = 'en') => numberFormat(language).format(value);

/** Usage as a whole percentage of a limit. */
export const wholePercent = (usage: number, limit: number) => {
  if (limit === 0) return usage > 0 ? 100 : 0;
  return Math.round((usage / limit) * 100);
};

const dollars = (cents: number, language: string, trailingZeroDisplay: 'auto' | 'stripIfInteger') =>
  numberFormat(language, { style: 'currency', currency: 'USD', trailingZeroDisplay })
    .format(cents / 100)
    // Arabic begins with a mark that sets the direction, in which the sign would leave its letters.
    .replace(/(?<=^\u200F.*)US\$/, '\u2066US$\u2069');

/** A plan's price: whole dollars stay whole. */
export const planPrice = (cents: number, language = 'en') => dollars(cents, language, 'stripIfInteger');

/** An add-on's price, always with two decimals. */
export const addOnPrice = (cents: number, language = 'en') => dollars(cents, language, 'auto');

/** The sum of open invoices, in dollars. */
export const unpaidTotal = (invoices: readonly { amountDue: number }[], language = 'en') =>
  addOnPrice(
    invoices.reduce((sum, { amountDue }) => sum + amountDue, 0),
    language,
  );
