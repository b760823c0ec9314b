/** The channel on which the window that linked an account notifies the page that opened it. */
export const linkedChannel = 'gatehouse:account-linked';
