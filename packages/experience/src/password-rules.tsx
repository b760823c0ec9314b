import { completePolicy, passwordIssues, type UserInfo } from '@gatehouse/contract/password-rules.ts';
import { type Rule, RuleList } from '@gatehouse/ui/rule-list.tsx';
import { type RefObject, useEffect, useState } from 'react';
import { data, t } from './data.ts';
import { phraseOf } from './password-rejection.tsx';

/** Identifiers that users type here, or that they have proven on a page before. */
const identifierNames = ['identifier', 'username'];

const ownerIn = (form: HTMLFormElement | null): UserInfo => {
  const fields = identifierNames.map(name => form?.elements.namedItem(name));
  const typed = fields.find(field => field instanceof HTMLInputElement)?.value.trim();
  if (!typed) return {};
  return typed.includes('@')
    ? { email: typed }
    : { username: typed, phone: typed.replaceAll(/\D/g, '') || undefined };
};

/** The rules of the tenant for a new password, judged while it is typed. The server decides, and also knows about leaks. */
export const PasswordRules = ({ input }: { input: RefObject<HTMLInputElement | null> }) => {
  const [{ password, owner }, setTyped] = useState<{ password: string; owner: UserInfo }>({
    password: '',
    owner: {},
  });
  useEffect(() => {
    const form = input.current?.form ?? null;
    const judge = () => setTyped({ password: input.current?.value ?? '', owner: ownerIn(form) });
    judge();
    form?.addEventListener('input', judge);
    return () => form?.removeEventListener('input', judge);
  }, [input]);
  return <RuleList rules={rulesFor(password, owner)} />;
};

const rulesFor = (password: string, owner: UserInfo): Rule[] => {
  const { passwordPolicy } = data.signInExperience;
  const { length, characterTypes } = completePolicy(passwordPolicy);
  const issues = password ? passwordIssues(password, passwordPolicy, owner) : [];
  const has = (name: string) => issues.some(({ code }) => code === `password_rejected.${name}`);
  const stateOf = (name: string) => (password && !has(name) ? 'met' : 'open');
  const isShort = has('too_short');
  // The first letters are often part of a word or of a row of keys that later letters make up for.
  const others = issues.filter(
    ({ code }) => !/too_short$|character_types$/.test(code) && !(isShort && code.includes('.restricted.')),
  );
  const { min } = characterTypes;
  return [
    { key: 'length', text: t('register.password_help', { min: length.min }), state: stateOf('too_short') },
    ...(min > 1
      ? [
          {
            key: 'types',
            text: t('register.password_help_types', { types: min }),
            state: stateOf('character_types'),
          } as const,
        ]
      : []),
    ...others.map(({ code, interpolation }) => ({
      key: code,
      text: t(phraseOf(code), interpolation),
      state: 'broken' as const,
    })),
  ];
};
