import {
  type CustomizedToken,
  environmentVariables,
  type JwtCustomizer,
  jwtCustomizers,
  script,
} from '@gatehouse/contract/jwt-customizers.ts';
import { CodeBlock } from '@gatehouse/ui/code-block.tsx';
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
import { useGoTo } from '../../link.tsx';
import { NotFound } from '../../not-found.tsx';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { CodeField } from '../../templates/code-field.tsx';
import { useEditForm } from '../../templates/edit-form.tsx';
import { FormSwitch } from '../../templates/form-field.tsx';
import { pairs, typedPairs, writtenPairs } from '../../templates/form-pairs.tsx';
import { QuotaNotice } from '../../templates/quota-notice.tsx';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';
import { ClaimsDifference } from './claims-difference.tsx';
import { RealUser, useRealUser } from './real-user.tsx';
import { completionsFor, firstScript, indented, sampleContext, sampleText, sampleToken } from './samples.ts';
import { ScriptBench } from './script-bench.tsx';
import { isCustomizedToken, tokenWords } from './token-words.ts';
import { TrialResult, useTrial } from './trial.tsx';

export const Editor = () => {
  const { tokenType = '', action } = useParams({ strict: false });
  if (!isCustomizedToken(tokenType)) return <NotFound />;
  if (action === 'create') return <ScriptForm key={tokenType} tokenType={tokenType} />;
  if (action === 'edit') return <KeptScript key={tokenType} tokenType={tokenType} />;
  return <NotFound />;
};

const KeptScript = ({ tokenType }: { tokenType: CustomizedToken }) => {
  const { data, failure } = useReadOrFailure(jwtCustomizers.read, { params: { tokenTypePath: tokenType } });
  if (!data) return failure ?? <Skeleton height="60vh" />;
  return <ScriptForm tokenType={tokenType} kept={data} />;
};

const scriptForm = z.object({
  script,
  variables: pairs(environmentVariables.keyType, environmentVariables.valueType),
  tokenSample: sampleText,
  contextSample: sampleText,
  blockIssuanceOnError: z.boolean(),
});
type ScriptValues = z.infer<typeof scriptForm>;

type ScriptProps = { tokenType: CustomizedToken; kept?: JwtCustomizer };

/** The form, and the run on the samples that it holds. */
const useScript = (tokenType: CustomizedToken, kept?: JwtCustomizer) => {
  const t = useT();
  const goTo = useGoTo();
  const { mutateAsync: replace } = useWrite(jwtCustomizers.replace);
  const [values] = useState<ScriptValues>(() => ({
    script: kept?.script ?? firstScript(tokenType),
    variables: typedPairs(kept?.environmentVariables),
    tokenSample: indented(kept?.tokenSample ?? sampleToken(tokenType)),
    contextSample: indented(kept?.contextSample ?? sampleContext(tokenType)),
    blockIssuanceOnError: kept?.blockIssuanceOnError ?? false,
  }));
  const form = useEditForm({
    schema: scriptForm,
    values,
    isNew: !kept,
    savedMessage: t('customize_jwt.saved'),
    save: typed => replace({ params: { tokenTypePath: tokenType }, body: toCustomizer(typed) }),
    onSaved: () => !kept && goTo(paths.tokenScript(tokenType, 'edit')),
  });
  const { mutateAsync: tryOut } = useWrite(jwtCustomizers.try);
  const real = useRealUser();
  const inputOf = (typed: ScriptValues) => {
    const { tokenSample: token = {}, contextSample } = toCustomizer(typed);
    return { tokenType, token, context: { ...contextSample, ...real.context } };
  };
  const trial = useTrial(form, {
    row: jwtCustomizers.try,
    send: typed => {
      const { script: tried, environmentVariables: set } = toCustomizer(typed);
      return tryOut({ body: { ...inputOf(typed), script: tried, environmentVariables: set } });
    },
    sendSaved:
      kept &&
      (typed => {
        const { script: saved, environmentVariables: set } = kept;
        return tryOut({ body: { ...inputOf(typed), script: saved, environmentVariables: set } });
      }),
  });
  return { form, trial, real };
};

const ScriptForm = ({ tokenType, kept }: ScriptProps) => {
  const t = useT();
  const words = tokenWords[tokenType];
  const { form, trial, real } = useScript(tokenType, kept);
  const variables = useWatch({ control: form.control, name: 'variables' });
  return (
    <DetailPage
      back={{ href: paths.customizeJwt(), label: t('customize_jwt.title') }}
      name={t(`${words}.title`)}
      description={t('customize_jwt.limits')}
      actions={kept && <HistoryButton kinds={['jwt-customizer']} id={tokenType} />}
    >
      <Stack gap={4}>
        <QuotaNotice feature="customJwtEnabled" />
        <ScriptBench
          form={form}
          trial={trial}
          help={t('customize_jwt.script_help')}
          completions={completionsFor(
            { token: sampleToken(tokenType), context: sampleContext(tokenType) },
            variables,
          )}
          result={<ClaimsResult result={trial.result} saved={trial.saved} />}
          context={
            <Stack gap={4}>
              <Text tone="soft">{t('customize_jwt.samples_help')}</Text>
              {tokenType === 'access-token' && <RealUser {...real} />}
              <CodeField
                form={form}
                name="contextSample"
                label={t('customize_jwt.context_sample')}
                language="json"
              />
              <CodeField
                form={form}
                name="tokenSample"
                label={t('customize_jwt.token_sample')}
                language="json"
              />
            </Stack>
          }
        />
        <FormSections>
          <FormSection title={t('customize_jwt.failing')} help={t('customize_jwt.failing_help')}>
            <FormSwitch
              form={form}
              name="blockIssuanceOnError"
              label={t('customize_jwt.block')}
              help={t('customize_jwt.block_help')}
            />
          </FormSection>
        </FormSections>
      </Stack>
      {form.bar}
    </DetailPage>
  );
};

type ClaimsResultProps = Pick<ReturnType<typeof useTrial>, 'result' | 'saved'>;

/** The claims that the script returned, and their difference from the saved script. */
const ClaimsResult = ({ result, saved }: ClaimsResultProps) => {
  const t = useT();
  return (
    <TrialResult
      result={result}
      passed={({ claims = {} }) => (
        <Stack gap={4}>
          <CodeBlock label={t('customize_jwt.claims')} code={indented(claims)} />
          {saved?.kind === 'claims' && <ClaimsDifference saved={saved.claims ?? {}} now={claims} />}
        </Stack>
      )}
      deniedTitle={t('customize_jwt.denied')}
    />
  );
};

const toCustomizer = (values: ScriptValues): JwtCustomizer => ({
  script: values.script,
  environmentVariables: writtenPairs(values.variables),
  tokenSample: JSON.parse(values.tokenSample) as JwtCustomizer['tokenSample'],
  contextSample: JSON.parse(values.contextSample) as JwtCustomizer['contextSample'],
  blockIssuanceOnError: values.blockIssuanceOnError,
});
