/** The shortest and the longest password where a tenant has not changed them. */
export const defaultLength = { min: 8, max: 256 } as const;
