import { Button } from '@gatehouse/ui/button.tsx';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { Row } from '@gatehouse/ui/layout.tsx';
import { LogIn } from 'lucide-react';
import { useT } from '../phrases.tsx';
import { type TestedKind, useTestSignIn } from './test-sign-in.ts';
import { TestSignInState } from './test-sign-in-state.tsx';

type TestSignInSectionProps = { kind: TestedKind; id: string; domains?: string[]; disabled?: boolean };

/** Signs in at the provider with the saved settings, and shows what it said. */
export const TestSignInSection = ({ kind, id, domains, disabled }: TestSignInSectionProps) => {
  const t = useT();
  const { state, start } = useTestSignIn(kind, id, domains);
  return (
    <FormSection title={t('test_sign_in.title')} help={t('test_sign_in.help')}>
      <Row>
        <Button icon={<LogIn />} disabled={disabled} onClick={() => void start()}>
          {t('test_sign_in.title')}
        </Button>
      </Row>
      <TestSignInState state={state} />
    </FormSection>
  );
};
