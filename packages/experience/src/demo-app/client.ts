import type english from '@gatehouse/phrases/en/demo-app.json';
import { createTranslator, type PhraseKey } from '@gatehouse/phrases/translate.ts';
import { data } from '../data.ts';
import { createOidcClient } from '../oidc-client.ts';

export type DemoKey = PhraseKey<typeof english>;
export const say = createTranslator<DemoKey>(data.language, data.ownPhrases ?? {});

export const client = createOidcClient('demo-app', '/demo-app');
