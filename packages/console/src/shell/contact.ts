/** Where people reach us. */
export const contactLinks = {
  email: 'mailto:support@gatehouse.app',
} as const;
