import { builtInEmailId } from '@gatehouse/contract/built-in-email.ts';
import { type ConnectorFactory, connectors } from '@gatehouse/contract/connectors.ts';
import { generateShortId } from '@gatehouse/contract/ids.ts';
import { BulletList } from '@gatehouse/ui/bullet-list.tsx';
import { Button } from '@gatehouse/ui/button.tsx';
import { FormSection, FormSections } from '@gatehouse/ui/form-section.tsx';
import { Row } from '@gatehouse/ui/layout.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { useRef, useState } from 'react';
import { refreshSegment, useWrite } from '../../api.ts';
import { useContractForm } from '../../contract-form.ts';
import { useGoTo } from '../../link.tsx';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { useAbilities } from '../../session/abilities.ts';
import { useDraft } from '../../session/drafts.ts';
import { describeFailure } from '../../session/report-errors.tsx';
import { useLeaveGuard } from '../../templates/edit-form.tsx';
import { pointAtFields } from '../../templates/point-at-fields.ts';
import { openPopup } from '../../templates/popup.ts';
import { QuotaNotice } from '../../templates/quota-notice.tsx';
import { ReaderFields } from '../../templates/reader-fields.tsx';
import { beginTest } from '../../templates/test-sign-in.ts';
import { ConnectorFields } from './fields.tsx';
import { tabOf } from './kinds.ts';
import { useConnectorName } from './name.ts';
import { type ConnectorValues, connectorFields, settingsOf, valuesOf } from './settings-form.ts';
import { ShownOnSignInPage } from './shown-on-sign-in-page.tsx';
import { TestMessage } from './test-message.tsx';

/** The form for the values of a provider. A social connector ends with its button, and a sign-in that tries it. */
export const NewConnector = ({ factory }: { factory: ConnectorFactory }) => {
  const t = useT();
  // Known beforehand: providers want to hear the callback URI before they give away what is asked for here.
  const [id] = useState(generateShortId);
  const [isShown, setIsShown] = useState(true);
  const { mayWrite, hasRoom } = useAbilities();
  const isSocial = factory.type === 'Social';
  const isFull = isSocial && !hasRoom('socialConnectorsLimit');
  const { form, save } = useNewConnector(factory, id, isShown);
  const { isSubmitting } = form.formState;
  const isOff = isFull || !mayWrite;
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault();
        void save({ isTested: isSocial });
      }}
    >
      {isFull && <QuotaNotice feature="socialConnectorsLimit" />}
      <ReaderFields>
        <FormSections>
          <ConnectorFields
            form={form}
            factory={factory}
            id={id}
            steps={<SetUpSteps factory={factory} />}
            isNew
          />
          {isSocial && (
            <ShownOnSignInPage factory={factory} form={form} isShown={isShown} onChange={setIsShown} />
          )}
          {!isSocial && !factory.isDemo && factory.id !== builtInEmailId && (
            <FormSection title={t('connectors.test.title')} help={t('connectors.test.help')}>
              <TestMessage factory={factory} config={() => settingsOf(factory, form.getValues()).config} />
            </FormSection>
          )}
          <FormSection title={t('connectors.done')} help={t(`connectors.done_help.${factory.type}`)}>
            <Row justify="end">
              <Button href={paths.connectors(tabOf(factory.type))}>{t('general.cancel')}</Button>
              {isSocial && (
                <Button disabled={isOff || isSubmitting} onClick={() => void save({ isTested: false })}>
                  {t('connectors.save_and_finish')}
                </Button>
              )}
              <Button type="submit" variant="primary" isLoading={isSubmitting} disabled={isOff}>
                {t(isSocial ? 'test_sign_in.save_and_test' : 'connectors.save_and_finish')}
              </Button>
            </Row>
          </FormSection>
        </FormSections>
      </ReaderFields>
    </form>
  );
};

/** Creates the connector and goes to its page, where a test of it ends. */
const useNewConnector = (factory: ConnectorFactory, id: string, isShown: boolean) => {
  const t = useT();
  const goTo = useGoTo();
  const toast = useToast();
  const nameOf = useConnectorName();
  const create = useWrite(connectors.create);
  const form = useContractForm<ConnectorValues>(connectorFields(factory), {
    defaultValues: valuesOf(factory),
  });
  const isDone = useRef(false);
  useDraft('connector', form);
  useLeaveGuard(() => form.formState.isDirty && !isDone.current);
  const showOnSignInPage = factory.type === 'Social' && isShown;
  const save = ({ isTested }: { isTested: boolean }) =>
    form.handleSubmit(async values => {
      const popup = isTested ? openPopup() : undefined;
      try {
        const settings = settingsOf(factory, values);
        await create.mutateAsync({
          body: {
            id,
            connectorId: factory.id,
            ...settings,
            ...(showOnSignInPage ? { showOnSignInPage } : {}),
          },
        });
      } catch (error) {
        popup?.close();
        return pointAtFields(error, form);
      }
      isDone.current = true;
      toast.success(t('connectors.created', { name: values.name || nameOf(factory) }));
      if (showOnSignInPage) void refreshSegment('sign-in-exp');
      if (popup) await beginTest('social', id, popup).catch(error => toast.error(describeFailure(error, t)));
      if (popup === null) toast.error(t('general.popup_blocked'));
      goTo(paths.connector(tabOf(factory.type), id));
    })();
  return { form, save };
};

/** One line is one step. */
const SetUpSteps = ({ factory: { readme } }: { factory: ConnectorFactory }) => (
  <BulletList mark="number" items={readme.split('\n').map(step => ({ key: step, content: step }))} />
);
