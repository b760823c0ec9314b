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
