import type { Trial } from '@gatehouse/contract/jwt-customizers.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { CodeBlock } from '@gatehouse/ui/code-block.tsx';
import type { CodeProblem } from '@gatehouse/ui/code-editor-props.ts';
import { Row, Stack } from '@gatehouse/ui/layout.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { Play } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useT } from '../../phrases.tsx';

/** Runs what is typed with what is typed, saved or not. */
export const useTrial = <Values extends FieldValues>(
  form: UseFormReturn<Values>,
  send: (values: Values) => Promise<Trial>,
) => {
  const [result, setResult] = useState<Trial>();
  const [isRunning, setIsRunning] = useState(false);
  const run = async () => {
    if (!(await form.trigger())) return;
    setIsRunning(true);
    setResult(await send(form.getValues()).catch(() => undefined));
    setIsRunning(false);
  };
  const problems: CodeProblem[] =
    result?.line === undefined ? [] : [{ line: result.line, message: result.message ?? '' }];
  return { result, isRunning, run: () => void run(), problems };
};

type TrialResultProps = ReturnType<typeof useTrial> & {
  /** The message for a script that finished without an error. */
  passed: (result: Trial) => ReactNode;
  deniedTitle: string;
};

export const TrialResult = ({ result, isRunning, run, passed, deniedTitle }: TrialResultProps) => {
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
            {result.kind === 'claims' ? (
              passed(result)
            ) : (
              <Refusal result={result} deniedTitle={deniedTitle} />
            )}
            {result.output.length > 0 && (
              <CodeBlock label={t('customize_jwt.output')} code={result.output.join('\n')} />
            )}
          </Stack>
        )}
      </div>
    </Stack>
  );
};

const Refusal = ({
  result: { kind, message = '', line },
  deniedTitle,
}: {
  result: Trial;
  deniedTitle: string;
}) => {
  const t = useT();
  if (kind === 'denied') {
    return (
      <Callout tone="warning" title={deniedTitle}>
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
