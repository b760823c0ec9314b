import { signInExperienceRows } from '@gatehouse/contract/sign-in-experience.ts';
import { type SsoConnectorWithProvider, ssoConnectors } from '@gatehouse/contract/sso-connectors.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { Card } from '@gatehouse/ui/card.tsx';
import { Row } from '@gatehouse/ui/layout.tsx';
import { SectionTitle } from '@gatehouse/ui/section-title.ts';
import { StepList } from '@gatehouse/ui/step-list.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { useWatch } from 'react-hook-form';
import { refreshSegment, useRead, useWrite } from '../../api.ts';
import { useContractForm } from '../../contract-form.ts';
import { useT } from '../../phrases.tsx';
import { useAbilities } from '../../session/abilities.ts';
import { useDraft } from '../../session/drafts.ts';
import { useLeaveGuard } from '../../templates/edit-form.tsx';
import { useEntity } from '../../templates/entity-detail.tsx';
import { writtenLines } from '../../templates/form-lines.tsx';
import { pointAtFields } from '../../templates/point-at-fields.ts';
import { ReaderFields } from '../../templates/reader-fields.tsx';
import { useTestSignIn } from '../../templates/test-sign-in.ts';
import { TestSignInState } from '../../templates/test-sign-in-state.tsx';
import { DomainLines } from './domain-lines.tsx';
import { type SetUpValues, setUpConfigOf, setUpFields, setUpValuesOf } from './set-up-form.ts';
import { CopyStep, PasteStep } from './set-up-steps.tsx';
import { isSetUp } from './status.tsx';

/** A connection from nothing to its first sign-in, on one page. */
export const EnterpriseSsoSetUp = () => {
  const t = useT();
  const connector = useEntity<SsoConnectorWithProvider>();
  const { form, test, saveAndTest, turnOn } = useSetUp(connector);
  const { mayWrite } = useAbilities();
  const isOn = useIsOn(connector);
  const typed = useWatch({ control: form.control, name: 'domains' });
  const { isSubmitting } = form.formState;
  const hasPassed = test.status === 'passed';
  const steps = [
    { id: 'copy', label: t('enterprise_sso.setup.copy'), isDone: isSetUp(connector), content: <CopyStep /> },
    {
      id: 'paste',
      label: t('enterprise_sso.setup.paste'),
      isDone: isSetUp(connector),
      content: <PasteStep form={form} />,
    },
    {
      id: 'domains',
      label: t('enterprise_sso.domains'),
      isDone: writtenLines(typed).length > 0,
      content: (
        <Card title={t('enterprise_sso.domains')}>
          <SectionTitle value={t('enterprise_sso.domains')}>
            <DomainLines form={form} />
          </SectionTitle>
        </Card>
      ),
    },
    {
      id: 'test',
      label: t('enterprise_sso.setup.test'),
      isDone: isOn,
      content: (
        <Card title={t('enterprise_sso.setup.test')}>
          <Text isBlock tone="soft">
            {t('enterprise_sso.setup.test_help')}
          </Text>
          <Row>
            <Button
              type="submit"
              variant={hasPassed ? 'secondary' : 'primary'}
              isLoading={isSubmitting}
              disabled={!mayWrite}
            >
              {t('test_sign_in.save_and_test')}
            </Button>
            <Button
              variant={hasPassed ? 'primary' : 'secondary'}
              disabled={!mayWrite || isOn || isSubmitting || !isSetUp(connector)}
              onClick={() => void turnOn()}
            >
              {t('enterprise_sso.setup.turn_on')}
            </Button>
          </Row>
          <TestSignInState state={test} />
          {isOn && <Callout tone="success">{t('enterprise_sso.setup.is_on')}</Callout>}
        </Card>
      ),
    },
  ];
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault();
        void saveAndTest();
      }}
    >
      <ReaderFields>
        <StepList label={t('enterprise_sso.setup.label')} steps={steps} />
      </ReaderFields>
    </form>
  );
};

/** Users are sent to the provider: by the domains of the connector, and because the tenant has enterprise SSO on. */
const useIsOn = (connector: SsoConnectorWithProvider) => {
  const { data } = useRead(signInExperienceRows.read, {}, { hideErrors: true });
  return data?.singleSignOnEnabled === true && connector.domains.length > 0 && isSetUp(connector);
};

const useSetUp = (connector: SsoConnectorWithProvider) => {
  const t = useT();
  const toast = useToast();
  const { id, connectorName } = connector;
  const params = { id };
  const update = useWrite(ssoConnectors.update);
  const form = useContractForm<SetUpValues>(setUpFields(connector), {
    values: setUpValuesOf(connector),
    resetOptions: { keepDirtyValues: true, keepErrors: true },
  });
  useDraft('set-up', form);
  useLeaveGuard(() => form.formState.isDirty);
  const domains = writtenLines(useWatch({ control: form.control, name: 'domains' }));
  const { state: test, start } = useTestSignIn('sso', id, domains);
  // Domains send users to the provider, so they are saved last.
  const saveAndTest = form.handleSubmit(async values => {
    const config = setUpConfigOf(connector, values);
    await start(() => update.mutateAsync({ params, body: { config } })).catch(error =>
      pointAtFields(error, form),
    );
  });
  const turnOn = form.handleSubmit(async values => {
    const config = setUpConfigOf(connector, values);
    const body = { config, domains: writtenLines(values.domains), enableSingleSignOn: true } as const;
    try {
      await update.mutateAsync({ params, body });
      form.reset(values, { keepDirtyValues: false });
      toast.success(t('enterprise_sso.setup.turned_on', { name: connectorName }));
      await refreshSegment('sign-in-exp');
    } catch (error) {
      pointAtFields(error, form);
    }
  });
  return { form, test, saveAndTest, turnOn };
};
