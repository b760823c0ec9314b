import { type ApplicationDetail, applications, confidentialTypes } from '@gatehouse/contract/applications.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Card } from '@gatehouse/ui/card.tsx';
import { CodeBlock } from '@gatehouse/ui/code-block.tsx';
import { Row } from '@gatehouse/ui/layout.tsx';
import { Page, PageHeader } from '@gatehouse/ui/page-header.tsx';
import { Select } from '@gatehouse/ui/select.tsx';
import { DelayedLoading } from '@gatehouse/ui/spinner.tsx';
import { StepList } from '@gatehouse/ui/step-list.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { findTarget, type GuideId, type GuideTarget, guideTargets } from '../../guides/catalogue.ts';
import { rememberGuide } from '../../guides/remembered.ts';
import { groupOf, useTargetName } from '../../guides/target.tsx';
import { useAddressQuery, useGoTo } from '../../link.tsx';
import { NotFound } from '../../not-found.tsx';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { tenantAudience, tenantEndpoint } from '../../session/tenant.ts';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';
import { siteAddress } from './endpoint-addresses.ts';
import { areRedirectsSaved, RedirectStep, useRedirectForm, useSaveRedirects } from './guide-redirects.tsx';
import { RevealSecret } from './guide-secret.tsx';
import { TryStep } from './guide-try.tsx';
import type { Guide, GuideStep, GuideValues } from './guides/guide.ts';
import { loadGuide } from './guides/load.ts';

/** How to connect this application with what it is built with, step by step, with its real values in the code. */
export const ApplicationGuide = () => {
  const { id = '', guideId = '' } = useParams({ strict: false }) as { id?: string; guideId?: string };
  const target = findTarget(guideId);
  const { data: application, failure } = useReadOrFailure(applications.read, { params: { id } });
  const { data: guide } = useQuery({
    queryKey: ['guide', target?.id],
    queryFn: () => loadGuide(target?.id as GuideId),
    enabled: target !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!target) return <NotFound />;
  if (failure) return failure;
  if (!application || !guide) return <DelayedLoading />;
  if (target.group !== groupOf(application)) return <NotFound />;
  return <GuidePage key={target.id} application={application} target={target} guide={guide} />;
};

type GuidePageProps = {
  application: ApplicationDetail;
  target: GuideTarget & { id: GuideId };
  guide: Guide;
};

const GuidePage = ({ application, target, guide }: GuidePageProps) => {
  const t = useT();
  const nameOf = useTargetName();
  const goTo = useGoTo();
  const [secret, setSecret] = useState<string>();
  const addresses = useRedirectForm(application, guide);
  const [query] = useAddressQuery();
  const { id, name, type } = application;
  useEffect(() => rememberGuide(id, target.id), [id, target.id]);
  const steps = stepsOf(guide, valuesOf(application, guide, secret ?? t('applications.guide.secret_here')));
  const current = Math.min(Math.max(Number(query.get('step') ?? 1), 1), steps.length) - 1;
  const shown = steps[current]!;
  const hrefOf = (index: number) => paths.applicationGuide(id, target.id, index + 1);
  return (
    <Page>
      <PageHeader
        title={t('applications.guide.title', { name, target: nameOf(target) })}
        description={t('applications.guide.text')}
        actions={
          <>
            <Select
              label={t('applications.guide.target')}
              value={target.id}
              onChange={other => goTo(paths.applicationGuide(id, other))}
              options={guideTargets
                .filter(({ group }) => group === target.group)
                .map(other => ({ value: other.id, label: nameOf(other) }))}
            />
            <Button href={paths.application(id)}>{t('applications.guide.to_settings')}</Button>
          </>
        }
      />
      <StepList
        label={t('applications.guide.steps_label')}
        current={current}
        steps={steps.map((step, index) => ({
          href: hrefOf(index),
          label: t(`applications.guide.step_titles.${step.name}`),
          isDone: index < current,
        }))}
      >
        <StepCard application={application} guide={guide} step={shown} form={addresses}>
          {confidentialTypes.includes(type) && mentionsSecret(guide, application, shown) && (
            <RevealSecret applicationId={id} secret={secret} onReveal={setSecret} />
          )}
        </StepCard>
        <Row justify="between">
          {current > 0 ? (
            <Button href={hrefOf(current - 1)}>{t('applications.guide.previous')}</Button>
          ) : (
            <span />
          )}
          {current < steps.length - 1 ? (
            <NextButton
              href={hrefOf(current + 1)}
              application={application}
              form={addresses}
              isSaving={shown.name === 'redirects' && !areRedirectsSaved(application, addresses)}
            />
          ) : (
            <Button variant="primary" href={paths.application(id)}>
              {t('applications.guide.done')}
            </Button>
          )}
        </Row>
      </StepList>
    </Page>
  );
};

type RedirectForm = ReturnType<typeof useRedirectForm>;
type NextButtonProps = {
  href: string;
  application: ApplicationDetail;
  form: RedirectForm;
  isSaving: boolean;
};

/** The next step. On the way, URIs that the reader has not saved yet are saved. */
const NextButton = ({ href, application, form, isSaving }: NextButtonProps) => {
  const t = useT();
  const goTo = useGoTo();
  const save = useSaveRedirects(application, form);
  if (!isSaving)
    return (
      <Button variant="primary" href={href}>
        {t('applications.guide.next')}
      </Button>
    );
  return (
    <Button
      variant="primary"
      isLoading={form.formState.isSubmitting}
      onClick={() => void save(() => goTo(href))}
    >
      {t('applications.guide.next')}
    </Button>
  );
};

type StepCardProps = {
  application: ApplicationDetail;
  guide: Guide;
  step: ShownStep;
  form: ReturnType<typeof useRedirectForm>;
  children: ReactNode;
};

const StepCard = ({ application, guide, step: { name, snippets }, form, children }: StepCardProps) => {
  const t = useT();
  // No user signs in to a service: it is run instead.
  const textName = name === 'try' && application.type === 'MachineToMachine' ? 'try_machine' : name;
  return (
    <Card title={t(`applications.guide.step_titles.${name}`)}>
      <Text isBlock tone="soft">
        {t(`applications.guide.step_texts.${textName}`)}
      </Text>
      {name === 'redirects' && <RedirectStep application={application} form={form} />}
      {name === 'try' && <TryStep application={application} startUrl={startUrlOf(application, guide)} />}
      {children}
      {snippets.map(({ file, code }) => (
        <CodeBlock key={`${file} ${code}`} label={file} code={code.trimEnd()} />
      ))}
      {name === 'install' && snippets.some(({ code }) => code.includes('@logto/')) && (
        <Text isBlock tone="soft">
          {t('applications.guide.sdk_note')}
        </Text>
      )}
    </Card>
  );
};

type ShownStep = Omit<GuideStep, 'name'> & { name: GuideStep['name'] | 'redirects' | 'try' };

/** The addresses come right after the library, and trying it last. */
const stepsOf = (guide: Guide, values: GuideValues): ShownStep[] => {
  const [first, ...rest] = guide.steps(values);
  return [
    ...(first ? [first] : []),
    ...(guide.redirectUri ? [{ name: 'redirects' as const, snippets: [] }] : []),
    ...rest,
    { name: 'try', snippets: [] },
  ];
};

const siteUrlOf = ({ protectedAppMetadata: site }: ApplicationDetail) => site && siteAddress(site.host);

/** The guide knows the page to open; where the application is found, its own address says. */
const startUrlOf = (application: ApplicationDetail, guide: Guide) => {
  if (!guide.startUrl) return siteUrlOf(application);
  return new URL(new URL(guide.startUrl).pathname, valuesOf(application, guide, '').redirectUri).href;
};

const valuesOf = (application: ApplicationDetail, guide: Guide, secret: string): GuideValues => {
  const { redirectUris, postLogoutRedirectUris } = application.oidcClientMetadata;
  return {
    endpoint: tenantEndpoint(),
    issuer: `${tenantEndpoint()}/oidc`,
    appId: application.id,
    secret,
    redirectUri: redirectUris[0] ?? guide.redirectUri ?? '',
    signOutUri: postLogoutRedirectUris[0] ?? guide.signOutUri ?? '',
    audience: tenantAudience(),
    siteUrl: siteUrlOf(application) ?? '',
  };
};

const mark = 'secret-of-the-application';

const mentionsSecret = (guide: Guide, application: ApplicationDetail, { name }: ShownStep) =>
  stepsOf(guide, valuesOf(application, guide, mark)).some(
    step => step.name === name && step.snippets.some(({ code }) => code.includes(mark)),
  );
