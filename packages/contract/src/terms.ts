import type { InteractionEvent } from './experience.ts';
import type { SignInExperience } from './sign-in-experience.ts';

/** Whether the page shows the terms, and whether users must agree to them to continue. */
export const termsOf = (
  {
    agreeToTermsPolicy,
    termsOfUseUrl,
    privacyPolicyUrl,
  }: Pick<SignInExperience, 'agreeToTermsPolicy' | 'termsOfUseUrl' | 'privacyPolicyUrl'>,
  event: InteractionEvent,
): 'none' | 'shown' | 'agree' => {
  if ((!termsOfUseUrl && !privacyPolicyUrl) || event === 'ForgotPassword') return 'none';
  if (agreeToTermsPolicy === 'Automatic') return 'shown';
  if (agreeToTermsPolicy === 'Manual') return 'agree';
  return event === 'Register' ? 'agree' : 'none';
};
