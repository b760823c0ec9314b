/** Lifetimes are seconds. */
export const minute = 60;
export const hour = 60 * minute;
export const day = 24 * hour;

export const tokenLifetimes = {
  authorizationCode: minute,
  idToken: hour,
  accessToken: hour,
  organizationToken: hour,
  refreshToken: 14 * day,
  session: 14 * day,
  grant: 180 * day,
  interaction: hour,
} as const;
