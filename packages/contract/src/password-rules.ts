import { defaultLength } from './password-defaults.ts';
import type { PasswordPolicy } from './password-policy.ts';

/** The policy with its defaults filled in. */
export const completePolicy = ({ length, characterTypes, rejects }: PasswordPolicy = {}) => ({
  length: { ...defaultLength, ...length },
  characterTypes: { min: 1, ...characterTypes },
  rejects: { pwned: true, repetitionAndSequence: true, userInfo: true, words: [] as string[], ...rejects },
});

export const passwordRejections = [
  'too_short',
  'too_long',
  'unsupported_characters',
  'character_types',
  'pwned',
  'restricted.repetition',
  'restricted.sequence',
  'restricted.words',
  'restricted.user_info',
] as const;
export type PasswordRejection = (typeof passwordRejections)[number];

export type PasswordIssue = {
  code: `password_rejected.${PasswordRejection}`;
  interpolation?: Readonly<Record<string, string | number>>;
};

/** User data that a password must not contain. */
export type UserInfo = {
  name?: string | null;
  username?: string | null;
  email?: string | null;
  phone?: string | null;
};

/** Lowercase, uppercase, digits, and everything else: symbols, spaces, and letters of scripts without cases. */
const characterTypes = [/\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u, /[^\p{Ll}\p{Lu}\p{Nd}]/u];
/** Control characters and lone surrogates cannot be typed on purpose. */
const unsupported = /[\p{Cc}\p{Cs}]/u;

/**
 * A password as it is hashed and counted. Keyboards send the same letter in different forms (RFC 8265 section 4.2.2), and
 * a user must get in from all of them.
 */
export const normalizePassword = (password: string) => password.normalize('NFC');

/** Restricted phrases have at least this many characters. */
export const restrictedThreshold = 3;
/** A password passes when this many of its characters are outside restricted phrases. */
export const restrictedTolerance = 3;

const keyboardColumns = ['1qaz', '2wsx', '3edc', '4rfv', '5tgb', '6yhn', '7ujm', '8ik', '9ol', '0p'];
const ascending = [
  '0123456789',
  'abcdefghijklmnopqrstuvwxyz',
  '1234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  ...keyboardColumns,
];
const sequences = [...ascending, ...ascending.map(run => [...run].reverse().join(''))];

const isRepetition = (text: string) => [...text].every(character => character === text[0]);
const isSequence = (text: string) => sequences.some(sequence => sequence.includes(text));

/** Every stretch of three characters that matches, as start and length: longer runs are made of these. */
const runsOf = (password: string, matches: (stretch: string) => boolean) =>
  Array.from({ length: Math.max(0, password.length - restrictedThreshold + 1) }, (_, start) => start)
    .filter(start => matches(password.slice(start, start + restrictedThreshold)))
    .map(start => ({ start, length: restrictedThreshold }));

const occurrencesOf = (password: string, phrases: readonly string[]) =>
  phrases.flatMap(phrase => {
    const found: { start: number; length: number }[] = [];
    for (let start = password.indexOf(phrase); start !== -1; start = password.indexOf(phrase, start + 1)) {
      found.push({ start, length: phrase.length });
    }
    return found;
  });

const phrasesOf = ({ name, username, email, phone }: UserInfo) =>
  [name?.replaceAll(/\s/g, ''), ...(name?.split(/\s+/) ?? []), username, email?.split('@')[0], phone]
    .filter(phrase => phrase !== undefined && phrase !== null)
    .map(phrase => phrase.toLowerCase())
    .filter(phrase => phrase.length >= restrictedThreshold);

const restrictedIssues = (
  password: string,
  policy: ReturnType<typeof completePolicy>,
  userInfo: UserInfo,
) => {
  const { repetitionAndSequence, userInfo: rejectsUserInfo, words } = policy.rejects;
  const lower = password.toLowerCase();
  const usedWords = words.filter(word => lower.includes(word.toLowerCase()));
  const found = [
    { code: 'restricted.repetition', runs: repetitionAndSequence ? runsOf(lower, isRepetition) : [] },
    { code: 'restricted.sequence', runs: repetitionAndSequence ? runsOf(lower, isSequence) : [] },
    { code: 'restricted.user_info', runs: rejectsUserInfo ? occurrencesOf(lower, phrasesOf(userInfo)) : [] },
    {
      code: 'restricted.words',
      runs: occurrencesOf(
        lower,
        words.map(word => word.toLowerCase()),
      ),
      interpolation: { words: usedWords.join(', ') },
    },
  ] as const;

  const restricted = new Set(
    found.flatMap(({ runs }) =>
      runs.flatMap(({ start, length }) => Array.from({ length }, (_, offset) => start + offset)),
    ),
  );
  if (restricted.size <= Math.max(1, password.length - restrictedTolerance)) return [];
  return found.filter(({ runs }) => runs.length > 0).map(({ runs: _, ...issue }) => issue);
};

/** Everything that is wrong with a password except whether it was leaked, which needs the network. */
export const passwordIssues = (
  given: string,
  partialPolicy: PasswordPolicy,
  userInfo: UserInfo = {},
): PasswordIssue[] => {
  const password = normalizePassword(given);
  const policy = completePolicy(partialPolicy);
  const { min, max } = policy.length;
  const length = [...password].length;
  const types = characterTypes.filter(type => type.test(password)).length;

  const issues: { code: PasswordRejection; interpolation?: PasswordIssue['interpolation'] }[] = [];
  if (length < min) issues.push({ code: 'too_short', interpolation: { min } });
  if (length > max) issues.push({ code: 'too_long', interpolation: { max } });
  if (unsupported.test(password)) issues.push({ code: 'unsupported_characters' });
  if (types < policy.characterTypes.min) {
    issues.push({ code: 'character_types', interpolation: { min: policy.characterTypes.min } });
  }
  issues.push(...restrictedIssues(password, policy, userInfo));
  return issues.map(({ code, ...rest }) => ({ code: `password_rejected.${code}`, ...rest }));
};
