import { neededConnectors } from '@gatehouse/contract/sign-in-rules.ts';
import { SplitView } from '@gatehouse/ui/split-view.tsx';
import { EditForm } from '../../templates/edit-form.tsx';
import { MissingConnectors } from '../../templates/missing-connectors.tsx';
import { useSignInExperience, useSignInForm } from '../../templates/sign-in-settings.tsx';
import { OutsideSection } from './outside-section.tsx';
import { SignInPreview } from './preview.tsx';
import { SignInSection } from './sign-in-section.tsx';
import { readSignUp, signUpFields, writeSignUp } from './sign-up-fields.ts';
import { SignUpSection } from './sign-up-section.tsx';
import { UsernameSection } from './username-section.tsx';

/** Connectors that send the codes for password resets. */
const resetConnectors = { EmailVerificationCode: 'Email', PhoneVerificationCode: 'Sms' } as const;

export const SignUpAndSignIn = () => {
  const experience = useSignInExperience();
  const form = useSignInForm({ schema: signUpFields(experience), read: readSignUp, write: writeSignUp });
  const { signIn, signUp, hasOwnResets, forgotPasswordMethods } = form.watch();
  const { languageInfo, mfa } = experience;
  const resets = hasOwnResets ? forgotPasswordMethods.map(method => resetConnectors[method]) : [];
  const needed = new Set([...neededConnectors({ signIn, signUp, mfa }), ...resets]);
  const hasUsernames = signIn.methods.some(({ identifier }) => identifier === 'username');
  return (
    <SplitView aside={<SignInPreview unsaved={form.unsaved} language={languageInfo.fallbackLanguage} />}>
      <MissingConnectors needed={[...needed]} />
      <EditForm form={form}>
        <SignUpSection form={form} />
        <SignInSection form={form} />
        <OutsideSection form={form} />
        {hasUsernames && <UsernameSection form={form} />}
      </EditForm>
    </SplitView>
  );
};
