import { HttpError } from '../request.ts';

/** The provider's own error message, unless ours already includes it. */
export const wordsOfProvider = (error: Error) => {
  if (!(error instanceof HttpError)) return undefined;
  const { message, issues } = (error.body?.data ?? {}) as {
    message?: string;
    issues?: { path: string; message: string }[];
  };
  const said = issues?.map(issue => ({ ...issue, text: `${issue.path}: ${issue.message}` })) ?? [];
  const unsaid = said.filter(issue => !error.message.includes(issue.message)).map(({ text }) => text);
  if (message && !error.message.includes(message)) unsaid.push(message);
  return unsaid.join(' ') || undefined;
};
