import { generateState } from '@gatehouse/contract/ids.ts';

const hasEveryKind = (password: string) => [/\d/, /[a-z]/, /[A-Z]/].every(kind => kind.test(password));

/** Four groups of four: long enough for every policy, and can be read aloud. */
export const generatePassword = (): string => {
  const password = [4, 4, 4, 4].map(generateState).join('-');
  return hasEveryKind(password) ? password : generatePassword();
};
