/** The Web Lock that pages of the console's origin hold while they ask for a token. */
export const tokenLock = 'gatehouse:tokens';
