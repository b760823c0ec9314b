import type { Provider } from 'oidc-provider';

/** A proof that another request used at the same moment was used: that is an answer, not a failure. */
export const countAsUsed = ({ ReplayDetection }: Provider, isUsedMeanwhile: (error: unknown) => boolean) => {
  const unique = ReplayDetection.unique.bind(ReplayDetection);
  ReplayDetection.unique = (...proof) =>
    unique(...proof).catch((error: unknown) => {
      if (isUsedMeanwhile(error)) return false;
      throw error;
    });
};
