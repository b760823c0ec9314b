import { type Action, actions } from '@gatehouse/contract/actions.ts';
import { environmentVariables, script } from '@gatehouse/contract/jwt-customizers.ts';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { DetailPage } from '@gatehouse/ui/detail-page.tsx';
import { FormSection, FormSections } from '@gatehouse/ui/form-section.tsx';
import { Stack } from '@gatehouse/ui/layout.tsx';
import { Skeleton } from '@gatehouse/ui/skeleton.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { useWrite } from '../../api.ts';
import { HistoryButton } from '../../history/history.tsx';
import { NotFound } from '../../not-found.tsx';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { CodeField } from '../../templates/code-field.tsx';
import { useEditForm } from '../../templates/edit-form.tsx';
import { FormSwitch } from '../../templates/form-field.tsx';
import { pairs, typedPairs, writtenPairs } from '../../templates/form-pairs.tsx';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';
import { completionsFor, firstSignInScript, indented, sampleEvent, sampleText } from './samples.ts';
import { ScriptBench } from './script-bench.tsx';
import { isSignInMoment, type SignInMoment, signInMoments } from './sign-in-moments.ts';
import { TrialResult, useTrial } from './trial.tsx';

/** The script that runs at a moment of every sign-in, and can end it. */
export const SignInScript = () => {
  const { moment = '' } = useParams({ strict: false });
  const { data, failure } = useReadOrFailure(actions.list, {});
  if (!isSignInMoment(moment)) return <NotFound />;
  if (!data) return failure ?? <Skeleton height="60vh" />;
  const kept = data.find(({ key }) => key === signInMoments[moment]);
  return <ScriptForm key={moment} moment={moment} kept={kept?.value} />;
};

const scriptForm = z.object({
  script,
  variables: pairs(environmentVariables.keyType, environmentVariables.valueType),
  event: sampleText,
  enabled: z.boolean(),
  blocks: z.boolean(),
});
type ScriptValues = z.infer<typeof scriptForm>;

const ScriptForm = ({ moment, kept }: { moment: SignInMoment; kept?: Action }) => {
  const t = useT();
  const actionType = signInMoments[moment];
  const { mutateAsync: replace } = useWrite(actions.replace);
  const { mutateAsync: tryOut } = useWrite(actions.try);
  const [values] = useState<ScriptValues>(() => ({
    script: kept?.script ?? firstSignInScript,
    variables: typedPairs(kept?.environmentVariables),
    event: indented(kept?.contextSample ?? sampleEvent(actionType)),
    enabled: kept?.enabled ?? true,
    blocks: kept?.onExecutionError === 'block',
  }));
  const form = useEditForm({
    schema: scriptForm,
    values,
    isNew: !kept,
    savedMessage: t('customize_jwt.sign_in.saved'),
    save: typed => replace({ params: { actionType }, body: toAction(typed) }),
  });
  const trial = useTrial(form, {
    row: actions.try,
    send: typed => {
      const { script: tried, environmentVariables: set, contextSample: event = {} } = toAction(typed);
      return tryOut({ body: { actionType, script: tried, environmentVariables: set, event } });
    },
  });
  const variables = useWatch({ control: form.control, name: 'variables' });
  return (
    <DetailPage
      back={{ href: paths.customizeJwt(), label: t('customize_jwt.title') }}
      name={t(`customize_jwt.sign_in.moments.${moment}.title`)}
      description={t('customize_jwt.sign_in.limits')}
      actions={kept && <HistoryButton kinds={['action']} id={actionType} />}
    >
      <Stack gap={4}>
        <ScriptBench
          form={form}
          trial={trial}
          help={t('customize_jwt.sign_in.script_help')}
          completions={completionsFor({ event: sampleEvent(actionType) }, variables)}
          result={
            <TrialResult
              result={trial.result}
              passed={() => <Callout tone="success" title={t('customize_jwt.sign_in.passed')} />}
              deniedTitle={t('customize_jwt.sign_in.denied')}
            />
          }
          context={
            <Stack gap={4}>
              <Text tone="soft">{t('customize_jwt.sign_in.sample_help')}</Text>
              <CodeField form={form} name="event" label={t('customize_jwt.sign_in.event')} language="json" />
            </Stack>
          }
        />
        <FormSections>
          <FormSection title={t('customize_jwt.sign_in.running')}>
            <FormSwitch
              form={form}
              name="enabled"
              label={t('customize_jwt.sign_in.enabled')}
              help={t('customize_jwt.sign_in.enabled_help')}
            />
          </FormSection>
          <FormSection title={t('customize_jwt.failing')} help={t('customize_jwt.failing_help')}>
            <FormSwitch
              form={form}
              name="blocks"
              label={t('customize_jwt.sign_in.block')}
              help={t('customize_jwt.sign_in.block_help')}
            />
          </FormSection>
        </FormSections>
      </Stack>
      {form.bar}
    </DetailPage>
  );
};

const toAction = ({ script: written, variables, event, enabled, blocks }: ScriptValues): Action => ({
  script: written,
  environmentVariables: writtenPairs(variables),
  contextSample: JSON.parse(event) as Action['contextSample'],
  enabled,
  onExecutionError: blocks ? 'block' : 'allow',
});
