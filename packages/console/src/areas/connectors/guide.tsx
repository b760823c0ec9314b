import { builtInEmailId } from '@gatehouse/contract/built-in-email.ts';
import { type ConnectorFactory, connectorFactories, connectors } from '@gatehouse/contract/connectors.ts';
import { generateShortId } from '@gatehouse/contract/ids.ts';
import { BulletList } from '@gatehouse/ui/bullet-list.tsx';
import { Button } from '@gatehouse/ui/button.tsx';
import { DetailPage } from '@gatehouse/ui/detail-page.tsx';
import { EntityIcon } from '@gatehouse/ui/entity-icon.tsx';
import { FormSection, FormSections } from '@gatehouse/ui/form-section.tsx';
import { Row } from '@gatehouse/ui/layout.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { useParams } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useWrite } from '../../api.ts';
import { useContractForm } from '../../contract-form.ts';
import { useGoTo } from '../../link.tsx';
import { NotFound } from '../../not-found.tsx';
import { paths } from '../../paths.ts';
import { useT, useTranslation } from '../../phrases.tsx';
import { useAbilities } from '../../session/abilities.ts';
import { useDraft } from '../../session/drafts.ts';
import { useLeaveGuard } from '../../templates/edit-form.tsx';
import { pointAtFields } from '../../templates/point-at-fields.ts';
import { QuotaNotice } from '../../templates/quota-notice.tsx';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';
import { ConnectorFields } from './fields.tsx';
import { tabOf } from './kinds.ts';
import { ConnectorLogo } from './logo.tsx';
import { useConnectorDescription, useConnectorName } from './name.ts';
import { type ConnectorValues, connectorFields, settingsOf, valuesOf } from './settings-form.ts';
import { TestMessage } from './test-message.tsx';

/** Setup instructions for a provider, next to the form for the resulting values. */
export const ConnectorGuide = () => {
  const t = useT();
  const nameOf = useConnectorName();
  const descriptionOf = useConnectorDescription();
  const { factoryId = '' } = useParams({ strict: false }) as { factoryId?: string };
  const {
    data: factory,
    failure,
    isMissing,
  } = useReadOrFailure(connectorFactories.read, { params: { id: factoryId } });
  if (isMissing) return <NotFound />;
  const list = paths.connectors(factory ? tabOf(factory.type) : 'social');
  return (
    <DetailPage
      back={{ href: list, label: t('connectors.title') }}
      name={factory && t('connectors.set_up_named', { name: nameOf(factory) })}
      failure={failure}
      icon={
        factory && (
          <EntityIcon size="large">
            <ConnectorLogo {...factory} />
          </EntityIcon>
        )
      }
      description={factory && descriptionOf(factory)}
    >
      {factory && <NewConnector key={factory.id} factory={factory} />}
    </DetailPage>
  );
};

const NewConnector = ({ factory }: { factory: ConnectorFactory }) => {
  const { t } = useTranslation();
  const goTo = useGoTo();
  const toast = useToast();
  const nameOf = useConnectorName();
  // Known beforehand: providers want to hear the callback URI before they give away what is asked for here.
  const [id] = useState(generateShortId);
  const tab = tabOf(factory.type);
  const create = useWrite(connectors.create);
  const { mayWrite, hasRoom } = useAbilities();
  const isFull = factory.type === 'Social' && !hasRoom('socialConnectorsLimit');
  const form = useContractForm<ConnectorValues>(connectorFields(factory), {
    defaultValues: valuesOf(factory),
  });
  const isDone = useRef(false);
  const { isDirty, isSubmitting } = form.formState;
  useDraft('connector', form);
  useLeaveGuard(() => isDirty && !isDone.current);
  const submit = form.handleSubmit(async values => {
    try {
      await create.mutateAsync({ body: { id, connectorId: factory.id, ...settingsOf(factory, values) } });
      isDone.current = true;
      toast.success(t('connectors.created', { name: values.name || nameOf(factory) }));
      goTo(paths.connector(tab, id));
    } catch (error) {
      pointAtFields(error, form);
    }
  });
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault();
        void submit();
      }}
    >
      {isFull && <QuotaNotice feature="socialConnectorsLimit" />}
      <FormSections>
        <ConnectorFields
          form={form}
          factory={factory}
          id={id}
          steps={<SetUpSteps factory={factory} />}
          isNew
        />
        {factory.type !== 'Social' && !factory.isDemo && factory.id !== builtInEmailId && (
          <FormSection title={t('connectors.test.title')} help={t('connectors.test.help')}>
            <TestMessage factory={factory} config={() => settingsOf(factory, form.getValues()).config} />
          </FormSection>
        )}
        <FormSection title={t('connectors.done')} help={t(`connectors.done_help.${factory.type}`)}>
          <Row justify="end">
            <Button href={paths.connectors(tab)}>{t('general.cancel')}</Button>
            <Button type="submit" variant="primary" isLoading={isSubmitting} disabled={isFull || !mayWrite}>
              {t('connectors.save_and_finish')}
            </Button>
          </Row>
        </FormSection>
      </FormSections>
    </form>
  );
};

/** One line is one step. */
const SetUpSteps = ({ factory: { readme } }: { factory: ConnectorFactory }) => (
  <BulletList mark="number" items={readme.split('\n').map(step => ({ key: step, content: step }))} />
);
