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

const systemNames: Readonly<Record<string, string>> = { iPhone: 'iOS', iPad: 'iOS', ChromeOS: 'Chrome OS' };
const versionOf = (agent: string, pattern: RegExp) => pattern.exec(agent)?.[1]?.replaceAll('_', '.');

/** The same in the fields that clients of the dialect know from a common parser; what is not said is left out. */
export const parseUserAgent = (agent: string) => {
  const { browser, system } = readUserAgent(agent);
  const version =
    browser &&
    versionOf(
      agent,
      browser === 'Safari'
        ? /Version\/([\d.]+)/
        : /(?:Edg(?:e|A|iOS)?|OPR|SamsungBrowser|Firefox|FxiOS|Chrome|CriOS)\/([\d.]+)(?!.*(?:Edg(?:e|A|iOS)?|OPR|SamsungBrowser)\/)/,
    );
  const systemVersion = versionOf(
    agent,
    /(?:Windows NT |Android |Mac OS X |iPhone OS |CPU OS |CrOS \w+ )(\d[\d._]*)/,
  );
  const isTablet = system === 'iPad' || (system === 'Android' && !agent.includes('Mobile'));
  const isMobile = !isTablet && (system === 'iPhone' || system === 'Android');
  const isApple = system === 'iPhone' || system === 'iPad';
  return {
    ua: agent,
    browser: {
      ...(browser ? { name: browser } : {}),
      ...(version ? { version, major: version.split('.')[0] } : {}),
    },
    os: {
      ...(system ? { name: systemNames[system] ?? system } : {}),
      ...(systemVersion ? { version: systemVersion } : {}),
    },
    device: {
      ...(isTablet ? { type: 'tablet' } : isMobile ? { type: 'mobile' } : {}),
      ...(isApple ? { vendor: 'Apple', model: system } : {}),
    },
  };
};
