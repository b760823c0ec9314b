/** Where the window that has linked an account tells the page that opened it. */
export const linkedChannel = 'gatehouse:account-linked';
