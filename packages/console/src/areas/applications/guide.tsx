import { type ApplicationDetail, applications, confidentialTypes } from '@gatehouse/contract/applications.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Page, PageHeader } from '@gatehouse/ui/page-header.tsx';
import { Select } from '@gatehouse/ui/select.tsx';
import { DelayedLoading } from '@gatehouse/ui/spinner.tsx';
import { StepList } from '@gatehouse/ui/step-list.tsx';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { findTarget, type GuideId, type GuideTarget, guideTargets } from '../../guides/catalogue.ts';
import { rememberGuide } from '../../guides/remembered.ts';
import { groupOf, useTargetName } from '../../guides/target.tsx';
import { useGoTo } from '../../link.tsx';
import { NotFound } from '../../not-found.tsx';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';
import { ApiStep } from './guide-api.tsx';
import { areRedirectsSaved, RedirectStep, useRedirectForm } from './guide-redirects.tsx';
import { RolesStep, useServiceRoles } from './guide-roles.tsx';
import { GuideSample } from './guide-sample.tsx';
import { RevealSecret } from './guide-secret.tsx';
import { type ShownStep, StepCard } from './guide-step.tsx';
import { TryStep, useFirstToken } from './guide-try.tsx';
import { startUrlOf, valuesOf } from './guide-values.ts';
import type { Guide, GuideValues } from './guides/guide.ts';
import { loadGuide } from './guides/load.ts';

/** The guide for this application and its framework, step by step, with its real values in the code. */
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
  const form = useRedirectForm(application, guide);
  const { id, name } = application;
  useEffect(() => rememberGuide(id, target.id), [id, target.id]);
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
      {target.name && <GuideSample application={application} target={target} guide={guide} form={form} />}
      <GuideSteps application={application} guide={guide} form={form} />
    </Page>
  );
};

type GuideStepsProps = {
  application: ApplicationDetail;
  guide: Guide;
  form: ReturnType<typeof useRedirectForm>;
};

const GuideSteps = ({ application, guide, form }: GuideStepsProps) => {
  const t = useT();
  const [secret, setSecret] = useState<string>();
  const attempts = useFirstToken(application);
  const isWorking = attempts.success !== undefined;
  const roles = useServiceRoles(application);
  const values = valuesOf(application, guide, secret ?? t('applications.guide.secret_here'));
  const steps = stepsOf(application, guide, values);
  const isConfidential = confidentialTypes.includes(application.type);
  const contentOf = ({ name }: ShownStep) => {
    if (name === 'redirects') return <RedirectStep application={application} form={form} />;
    if (name === 'roles') return <RolesStep application={application} />;
    if (name === 'your_api') return <ApiStep application={application} guide={guide} values={values} />;
    if (name === 'try')
      return (
        <TryStep application={application} startUrl={startUrlOf(application, guide)} attempts={attempts} />
      );
    if (isConfidential && mentionsSecret(guide, application, name))
      return <RevealSecret applicationId={application.id} secret={secret} onReveal={setSecret} />;
    return null;
  };
  const isDone = ({ name }: ShownStep) => {
    if (name === 'redirects') return areRedirectsSaved(application, form);
    if (name === 'roles') return Boolean(roles?.length);
    return isWorking && name !== 'your_api';
  };
  return (
    <StepList
      label={t('applications.guide.steps_label')}
      steps={steps.map(step => ({
        id: step.name,
        label: t(`applications.guide.step_titles.${step.name}`),
        isDone: isDone(step),
        content: (
          <StepCard type={application.type} {...step}>
            {contentOf(step)}
          </StepCard>
        ),
      }))}
    />
  );
};

const plain = (name: ShownStep['name'], isThere: boolean): ShownStep[] =>
  isThere ? [{ name, snippets: [] }] : [];

/** The addresses or roles come right after the library. What the application does next is last. */
const stepsOf = (application: ApplicationDetail, guide: Guide, values: GuideValues): ShownStep[] => {
  const [first, ...rest] = guide.steps(values);
  const { type, isThirdParty } = application;
  return [
    ...(first ? [first] : []),
    ...plain('redirects', guide.redirectUri !== undefined),
    ...plain('roles', type === 'MachineToMachine'),
    ...rest,
    ...plain('try', true),
    ...plain('your_api', guide.redirectUri !== undefined && !isThirdParty),
  ];
};

const mark = 'secret-of-the-application';

const mentionsSecret = (guide: Guide, application: ApplicationDetail, name: ShownStep['name']) =>
  guide
    .steps(valuesOf(application, guide, mark))
    .some(step => step.name === name && step.snippets.some(({ code }) => code.includes(mark)));
