import { Button } from '@gatehouse/ui/button.tsx';
import { FormSection, FormSections } from '@gatehouse/ui/form-section.tsx';
import { Row } from '@gatehouse/ui/layout.tsx';
import { ArrowRight } from 'lucide-react';
import { consoleSignInSegments } from '../../console-sign-in.ts';
import { NotFound } from '../../not-found.tsx';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { useMembership } from '../../session/membership.tsx';

/** Self-hosted: the ways to the settings of the console's own sign-in. */
export const ConsoleSignInSettings = () => {
  const t = useT();
  const { may } = useMembership();
  if (!may('manage:tenant')) return <NotFound />;
  return (
    <FormSections>
      {consoleSignInSegments.map(({ segment, title }) => (
        <FormSection key={segment} title={t(title)} help={t(`console_sign_in.areas.${segment}`)}>
          <Row>
            <Button icon={<ArrowRight />} href={paths.consoleSignIn(segment)}>
              {t('general.open')}
            </Button>
          </Row>
        </FormSection>
      ))}
    </FormSections>
  );
};
