/** How the development server ends when what holds its database open has changed: another process is to be started. */
export const startAgain = 75;
