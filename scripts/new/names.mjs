const initialisms = ['api', 'id', 'ip', 'jwt', 'mfa', 'oidc', 'saml', 'sso', 'ui', 'uri', 'url'];

const capitalize = word => word.charAt(0).toUpperCase() + word.slice(1);
const spoken = word => (initialisms.includes(word) ? word.toUpperCase() : word);

/** Words that begin with the sound of a vowel take "an". */
const articleOf = word => {
  if (/^(uni|use|uri|url|ui)/i.test(word)) return 'a';
  return /^[aeiou]/i.test(word) || ['SSO', 'MFA', 'SAML'].includes(word) ? 'an' : 'a';
};

const plural = word => {
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(s|x|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
};

/** The names of an entity in code, in paths and in sentences, all derived from its kind, such as `api-key`. */
export const namesOf = kind => {
  const words = kind.split('-');
  const several = [...words.slice(0, -1), plural(words.at(-1))];
  const camel = parts => parts[0] + parts.slice(1).map(capitalize).join('');
  const noun = words.map(spoken).join(' ');
  return {
    kind,
    segment: several.join('-'),
    one: camel(words),
    many: camel(several),
    One: words.map(capitalize).join(''),
    table: several.join('_'),
    noun,
    Noun: capitalize(noun),
    nouns: several.map(spoken).join(' '),
    Nouns: capitalize(several.map(spoken).join(' ')),
    withArticle: `${articleOf(spoken(words[0]))} ${noun}`,
  };
};
