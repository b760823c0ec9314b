/** Where people reach us. */
export const contactLinks = {
  chat: 'https://gatehouse.app/chat',
  issues: 'https://gatehouse.app/issues',
  email: 'mailto:support@gatehouse.app',
  call: 'https://gatehouse.app/call',
  releases: 'https://gatehouse.app/releases',
} as const;
