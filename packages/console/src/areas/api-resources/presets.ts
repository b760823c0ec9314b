/** Permissions that an API can begin with, as verbs. */
export const presets = {
  none: [],
  read_write: ['read', 'write'],
  full: ['create', 'read', 'update', 'delete'],
} as const;
export type Preset = keyof typeof presets;

/** The noun in the API's name: `orders` for “Orders API”. Empty if the name has no such word. */
const nounOf = (apiName: string) =>
  apiName
    .toLowerCase()
    .replace(/\bapi\b/g, ' ')
    .trim()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');

export const permissionsOf = (preset: Preset, apiName: string): string[] => {
  const noun = nounOf(apiName);
  return presets[preset].map(verb => (noun ? `${verb}:${noun}` : verb));
};
