/** The name by which a message travels: a question, or the answer to one of ours. */
export type MessageParameter = 'SAMLRequest' | 'SAMLResponse';
