import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { type PlaceHeaders, whereaboutsOf } from '../domain/sign-in/whereabouts.ts';
import type { ExperienceState, Submission } from './interaction-state.ts';
import { isOutside } from './outside-proof.ts';
import { keepInSessions } from './patches/stored-fields.ts';

/** Only what was proven, and nothing that would prove it again. */
export const describeSubmission = ({ event, verifications }: ExperienceState, userId: string): Submission => {
  const verified = verifications.filter(({ isVerified }) => isVerified);
  return {
    interactionEvent: event,
    userId,
    verificationRecords: verified.map(verification => ({
      id: verification.id,
      type: verification.type,
      ...('identifier' in verification ? { identifier: verification.identifier } : {}),
    })),
    ...(verified.some(proof => isOutside(proof) && !proof.isFresh) ? { isRemembered: true } : {}),
  };
};

const longestAgent = 512;

type WithSubmission = { lastSubmission?: Submission; issuer?: string };

/** Sessions remember how and at which issuer they came about; it lives and dies with them. */
export const keepSubmissions = (provider: Provider, placeHeaders: PlaceHeaders) => {
  keepInSessions(provider, 'lastSubmission', 'issuer');
  provider.on('authorization.accepted', (ctx: KoaContextWithOIDC) => {
    const { oidc } = ctx;
    const submission = (oidc.result as { submission?: Submission } | undefined)?.submission;
    if (!submission || !oidc.session) return;
    (oidc.session as WithSubmission).issuer = provider.issuer;
    const signInContext = {
      ip: ctx.ip,
      userAgent: ctx.get('user-agent').slice(0, longestAgent),
      ...whereaboutsOf(ctx.headers, placeHeaders),
    };
    (oidc.session as WithSubmission).lastSubmission = { ...submission, signInContext };
  });
};

/** The submission that created the session behind a token, for as long as the session lasts. */
export const findSubmission = async (provider: Provider, sessionUid: string | undefined) => {
  if (sessionUid === undefined) return undefined;
  const session = await provider.Session.findByUid(sessionUid);
  return (session as WithSubmission | undefined)?.lastSubmission;
};
