/** Self-hosted: what is set up for the sign-in to the console as it is for that of the tenant's users. */
export const consoleSignInSegments = [
  { segment: 'sign-in-experience', title: 'areas.sign_in_experience' },
  { segment: 'mfa', title: 'areas.mfa' },
  { segment: 'connectors', title: 'areas.connectors' },
  { segment: 'security', title: 'areas.security' },
] as const;
