import type { CustomizedToken } from '@gatehouse/contract/jwt-customizers.ts';

/** Where the phrases of each kind of token are. */
export const tokenWords = {
  'access-token': 'customize_jwt.user_token',
  'client-credentials': 'customize_jwt.machine_token',
} as const satisfies Record<CustomizedToken, string>;

export const isCustomizedToken = (text: string): text is CustomizedToken => Object.hasOwn(tokenWords, text);
