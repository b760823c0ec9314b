/** Enough to recognize an own identifier, too little to learn that of another user. */
export const maskEmail = (email: string) => `${email.slice(0, 1)}****${email.slice(email.lastIndexOf('@'))}`;

export const maskPhone = (phone: string) => `****${phone.slice(-4)}`;

/** An identifier that is not an address could be anything typed into the wrong field, even a password. */
export const maskIdentifier = ({ type, value }: { type: string; value: string }) => {
  if (type === 'email') return maskEmail(value);
  return type === 'phone' ? maskPhone(value) : `${value.slice(0, 1)}****`;
};
