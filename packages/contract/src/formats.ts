/** 1500 → `1.5K`, 2000000 → `2.0M`; smaller numbers as they are. */
export const compactNumber = (value: number) => {
  if (value >= 1e6) return `${(value / 1e6).toFixed(1)}M`;
  // What would round up to 1000.0K is a million.
  if (value >= 999_950) return '1.0M';
  if (value >= 1e3) return `${(value / 1e3).toFixed(1)}K`;
  return `${value}`;
};

/** With the language's separators between thousands. */
export const groupedNumber = (value: number, language = 'en') =>
  new Intl.NumberFormat(language).format(value);

/** How much of a limit is used, as a whole percentage. */
export const wholePercent = (usage: number, limit: number) => {
  if (limit === 0) return usage > 0 ? 100 : 0;
  return Math.round((usage / limit) * 100);
};

/** `Nov 5, 2026`, in the order and the words of the language. */
export const shortDate = (time: number | string, language = 'en', timeZone?: string) =>
  new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric', year: 'numeric', timeZone }).format(
    new Date(time),
  );

/** A plan's price: whole dollars stay whole. */
export const planPrice = (cents: number) => `$${cents % 100 === 0 ? cents / 100 : (cents / 100).toFixed(2)}`;

/** An add-on's price, always with two decimals. */
export const addOnPrice = (cents: number) => `$${(cents / 100).toFixed(2)}`;

/** The sum of open invoices, in dollars. */
export const unpaidTotal = (invoices: readonly { amountDue: number }[]) =>
  addOnPrice(invoices.reduce((sum, { amountDue }) => sum + amountDue, 0));
