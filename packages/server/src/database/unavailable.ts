/** The database cannot be asked right now. What was asked may have been done all the same. */
export class DatabaseUnavailableError extends Error {
  constructor(cause: unknown) {
    super(`The database is not available: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
    this.name = 'DatabaseUnavailableError';
  }
}
