/** Grants beyond the first RFC, by their names on the wire. */
export const tokenExchangeGrant = 'urn:ietf:params:oauth:grant-type:token-exchange';
export const deviceCodeGrant = 'urn:ietf:params:oauth:grant-type:device_code';
