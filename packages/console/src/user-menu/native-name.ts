/** A language by its own name, as people look for it in a list. */
export const nativeNameOf = (language: string) => {
  const names = new Intl.DisplayNames([language], { type: 'language', languageDisplay: 'standard' });
  const name = names.of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
};
