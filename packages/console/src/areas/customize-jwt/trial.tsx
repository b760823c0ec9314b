import { type CustomizedToken, jwtCustomizers, type Trial } from '@gatehouse/contract/jwt-customizers.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { CodeBlock } from '@gatehouse/ui/code-block.tsx';
import type { CodeProblem } from '@gatehouse/ui/code-editor.tsx';
import { Row, Stack } from '@gatehouse/ui/layout.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { Play } from 'lucide-react';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { writtenPairs } from '../../templates/form-pairs.tsx';
import type { ScriptValues } from './editor.tsx';

/** Runs what is typed with what is typed, saved or not. */
export const useTrial = (tokenType: CustomizedToken, form: UseFormReturn<ScriptValues>) => {
  const [result, setResult] = useState<Trial>();
  const { mutateAsync, isPending } = useWrite(jwtCustomizers.try);
  const run = async () => {
    if (!(await form.trigger())) return;
    const { script, variables, tokenSample, contextSample } = form.getValues();
    const answer = await mutateAsync({
      body: {
        tokenType,
        script,
        environmentVariables: writtenPairs(variables),
        token: JSON.parse(tokenSample),
        context: JSON.parse(contextSample),
      },
    }).catch(() => undefined);
    setResult(answer);
  };
  const problems: CodeProblem[] =
    result?.line === undefined ? [] : [{ line: result.line, message: result.message ?? '' }];
  return { result, isRunning: isPending, run: () => void run(), problems };
};

export const TrialResult = ({ result, isRunning, run }: ReturnType<typeof useTrial>) => {
  const t = useT();
  return (
    <Stack gap={3}>
      <Row gap={3}>
        <Button icon={<Play />} isLoading={isRunning} onClick={run}>
          {t('customize_jwt.run')}
        </Button>
        <Text tone="soft">{t('customize_jwt.run_help')}</Text>
      </Row>
      <div role="status">
        {result && (
          <Stack gap={3}>
            <Verdict result={result} />
            {result.output.length > 0 && (
              <CodeBlock label={t('customize_jwt.output')} code={result.output.join('\n')} />
            )}
          </Stack>
        )}
      </div>
    </Stack>
  );
};

const Verdict = ({ result: { kind, claims, message = '', line } }: { result: Trial }) => {
  const t = useT();
  if (kind === 'claims') {
    return <CodeBlock label={t('customize_jwt.claims')} code={JSON.stringify(claims, undefined, 2)} />;
  }
  if (kind === 'denied') {
    return (
      <Callout tone="warning" title={t('customize_jwt.denied')}>
        {message}
      </Callout>
    );
  }
  return (
    <Callout
      tone="danger"
      title={
        line === undefined ? t('customize_jwt.failed') : t('customize_jwt.failed_in', { line: String(line) })
      }
    >
      {message}
    </Callout>
  );
};
