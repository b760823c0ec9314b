import { type SearchMode, searchModes, userSearchFields } from '@gatehouse/contract/search.ts';

export type SearchField = (typeof userSearchFields)[number];
export type SearchCondition = { mode: SearchMode; text: string };

/** Several fields, each with how it is compared, and whether all of them must fit or one is enough. */
export type SearchConditions = {
  fields: ReadonlyMap<SearchField, SearchCondition>;
  joint: 'and' | 'or';
  isCaseSensitive: boolean;
};

/** `name.like=ann&username.exact=ann&joint=or&case=1`: how the address keeps them. */
export const readConditions = (value = ''): SearchConditions => {
  const given = new URLSearchParams(value);
  const found = userSearchFields.flatMap(field =>
    searchModes.flatMap(mode => {
      const text = given.get(`${field}.${mode}`);
      return text ? [[field, { mode, text }] as const] : [];
    }),
  );
  return {
    fields: new Map(found),
    joint: given.get('joint') === 'or' ? 'or' : 'and',
    isCaseSensitive: given.has('case') || found.some(([, { mode }]) => mode === 'similar_to'),
  };
};

/** Nothing where every field is empty. */
export const writeConditions = ({ fields, joint, isCaseSensitive }: SearchConditions) => {
  const filled = [...fields].filter(([, { text }]) => text !== '');
  if (filled.length === 0) return undefined;
  return new URLSearchParams([
    ...filled.map(([field, { mode, text }]) => [`${field}.${mode}`, text]),
    ...(joint === 'or' ? [['joint', 'or']] : []),
    ...(isCaseSensitive ? [['case', '1']] : []),
  ]).toString();
};

/** The query parameters for the list, for an export and for a job over all matching users. */
export const queryOfConditions = (value: string): Record<string, string> => {
  const { fields, joint, isCaseSensitive } = readConditions(value);
  const asked = [...fields].flatMap(([field, { mode, text }]) => [
    [`search.${field}`, text],
    [`mode.${field}`, mode],
  ]);
  return { ...Object.fromEntries(asked), joint, ...(isCaseSensitive ? { isCaseSensitive: 'true' } : {}) };
};
