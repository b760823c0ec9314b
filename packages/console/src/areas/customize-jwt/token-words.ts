import type { CustomizedToken } from '@gatehouse/contract/jwt-customizers.ts';

/** The phrase keys of each token type. */
export const tokenWords = {
  'access-token': 'customize_jwt.user_token',
  'client-credentials': 'customize_jwt.machine_token',
} as const satisfies Record<CustomizedToken, string>;

export const isCustomizedToken = (text: string): text is CustomizedToken => Object.hasOwn(tokenWords, text);
