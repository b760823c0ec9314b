/** Settings that decide where a secret is sent, and who can read it on the way. */
const leadingNames =
  /(url|uri|endpoint|host|server|issuer|domain|address|region|bucket|port|secure|encrypted|authority)$|tls/i;
const isUrl = (value: unknown) => typeof value === 'string' && /^[a-z][a-z\d+.-]*:\/\/\S+$/i.test(value);

type Setting = [path: string, value: unknown];

const leadingSettings = (config: unknown, path = '', isLeading = false): Setting[] => {
  if (typeof config !== 'object' || config === null)
    return isLeading || isUrl(config) ? [[path, config]] : [];
  return Object.entries(config).flatMap(([key, value]) =>
    leadingSettings(value, `${path}.${key}`, isLeading || leadingNames.test(key)),
  );
};

const destinationOf = (config: unknown) =>
  JSON.stringify(leadingSettings(config).toSorted(([one], [other]) => (one < other ? -1 : 1)));

/**
 * Whether a configuration points to a different destination. A secret that the caller did not enter, and may not be
 * allowed to read, must not be sent there.
 */
export const isLedElsewhere = (before: unknown, after: unknown) =>
  destinationOf(before) !== destinationOf(after);
