/** Pages are printed without knowing where they are served. The server puts its own addresses in place of these. */
export const placeholders = {
  endpoint: 'https://gatehouse-endpoint.invalid',
  console: 'https://gatehouse-console.invalid',
  audience: 'https://gatehouse-audience.invalid/api',
} as const;
