import type { UserSession } from '@gatehouse/contract/user-access.ts';
import { readUserAgent } from '@gatehouse/contract/user-agent.ts';
import { type Place, PlaceText } from '@gatehouse/ui/place-text.tsx';

/** The location of a sign-in, as far as it is known. */
type SignInContext = Place & { userAgent?: string };

/** Browser and system, and where the user signed in. */
export const deviceOf = ({ lastSubmission }: UserSession) => {
  const { userAgent, ...place } = (lastSubmission?.signInContext ?? {}) as SignInContext;
  const { browser, system } = readUserAgent(userAgent);
  return {
    name: [browser, system].filter(Boolean).join(' · ') || '–',
    detail: <PlaceText {...place} />,
  };
};
