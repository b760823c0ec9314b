/** Making one takes a hundred times as long as using it, and a page of numbers uses many: each is made once. */
const once = <Options, Formatter>(make: (language: string, options?: Options) => Formatter) => {
  const made = new Map<string, Formatter>();
  return (language: string, options?: Options): Formatter => {
    const key = `${language} ${JSON.stringify(options)}`;
    const known = made.get(key);
    if (known) return known;
    const formatter = make(language, options);
    made.set(key, formatter);
    return formatter;
  };
};

export const numberFormat = once(
  (language, options?: Intl.NumberFormatOptions) => new Intl.NumberFormat(language, options),
);

export const dateFormat = once(
  (language, options?: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language, options),
);

export const listFormat = once(
  (language, options?: Intl.ListFormatOptions) => new Intl.ListFormat(language, options),
);

export const relativeTimeFormat = once(
  (language, options?: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(language, options),
);

/** Said part by part: the ready-made styles of some languages are digits only. */
const dayParts = { month: 'short', day: 'numeric', year: 'numeric' } as const;

/** `Nov 5, 2026`, in the order and the words of the language. */
export const shortDate = (time: number | string, language = 'en', timeZone?: string) =>
  dateFormat(language, { ...dayParts, timeZone }).format(new Date(time));

/** `Nov 5, 2026, 9:41 AM` */
export const shortMoment = (time: number | string, language = 'en') =>
  dateFormat(language, { ...dayParts, hour: 'numeric', minute: '2-digit' }).format(new Date(time));
