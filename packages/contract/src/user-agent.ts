/** Each before those that also call themselves by its name. */
const browsers = [
  ['Edge', /Edg(e|A|iOS)?\//],
  ['Opera', /OPR\//],
  ['Samsung', /SamsungBrowser\//],
  ['Firefox', /Firefox\/|FxiOS\//],
  ['Chrome', /Chrome\/|CriOS\//],
  ['Safari', /Safari\//],
] as const;
const systems = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['ChromeOS', /CrOS/],
  ['macOS', /Mac OS X|Macintosh/],
  ['Linux', /Linux/],
] as const;

const find = (table: readonly (readonly [string, RegExp])[], agent: string) =>
  table.find(([, pattern]) => pattern.test(agent))?.[0];

/** A browser by what it says about itself. */
export const readUserAgent = (agent = '') => ({
  browser: find(browsers, agent),
  system: find(systems, agent),
});
