/**
 * The exit code of the development server when the code that holds its database has changed, so that a new process
 * must be started.
 */
export const startAgain = 75;
