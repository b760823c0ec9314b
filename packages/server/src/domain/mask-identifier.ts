/** Enough to recognize an own identifier, too little to learn that of another user. */
export const maskEmail = (email: string) => `${email.slice(0, 1)}****${email.slice(email.lastIndexOf('@'))}`;

export const maskPhone = (phone: string) => `****${phone.slice(-4)}`;

/** What is no address may be anything that was typed into the wrong field, a password too. */
export const maskIdentifier = ({ type, value }: { type: string; value: string }) => {
  if (type === 'email') return maskEmail(value);
  return type === 'phone' ? maskPhone(value) : `${value.slice(0, 1)}****`;
};
