import { sessionsScope } from '@gatehouse/contract/dialect.ts';
import type english from '@gatehouse/phrases/en/account.json';
import { createTranslator, type PhraseKey } from '@gatehouse/phrases/translate.ts';
import { data } from '../data.ts';
import { createOidcClient } from '../oidc-client.ts';

export type AccountKey = PhraseKey<typeof english>;
export const say = createTranslator<AccountKey>(data.language, data.ownPhrases ?? {});

export const client = createOidcClient('account-center', '/account');

const scopes = [
  'openid',
  'profile',
  'email',
  'phone',
  'address',
  'custom_data',
  'identities',
  sessionsScope,
  'offline_access',
];

/** A refresh token requires `prompt=consent`. First-party applications show no consent page. */
export const signIn = (...prompts: 'login'[]) =>
  client.signIn({
    scope: scopes.join(' '),
    prompt: [...prompts, 'consent'].join(' '),
    ui_locales: data.language,
  });

/** The sign-in pages ask everything again, also of users who are signed in. */
export const signInAgain = () => signIn('login');
