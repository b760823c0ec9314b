import type { Row } from '@gatehouse/contract/endpoint.ts';
import type { Trial } from '@gatehouse/contract/jwt-customizers.ts';
import { Callout } from '@gatehouse/ui/callout.tsx';
import type { CodeProblem } from '@gatehouse/ui/code-editor-props.ts';
import { type ReactNode, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useT } from '../../phrases.tsx';

type TrialOptions<Values> = {
  /** The request of a run. */
  row: Row;
  send: (values: Values) => Promise<Trial>;
  /** Runs the script that is saved on the same data, for comparison. */
  sendSaved?: (values: Values) => Promise<Trial>;
};

/** Runs what is typed with what is typed, saved or not. */
export const useTrial = <Values extends FieldValues>(
  form: UseFormReturn<Values>,
  { row, send, sendSaved }: TrialOptions<Values>,
) => {
  const [result, setResult] = useState<Trial>();
  const [saved, setSaved] = useState<Trial>();
  const [isRunning, setIsRunning] = useState(false);
  /** Says whether it could run. */
  const run = async () => {
    if (isRunning || !(await form.trigger())) return false;
    setIsRunning(true);
    const values = form.getValues();
    setResult(await send(values).catch(() => undefined));
    setSaved(await sendSaved?.(values).catch(() => undefined));
    setIsRunning(false);
    return true;
  };
  const problems: CodeProblem[] =
    result?.line === undefined ? [] : [{ line: result.line, message: result.message ?? '' }];
  return { row, result, saved, isRunning, run, problems };
};

type TrialResultProps = {
  result: Trial | undefined;
  /** The message for a script that finished without an error. */
  passed: (result: Trial) => ReactNode;
  deniedTitle: string;
};

export const TrialResult = ({ result, passed, deniedTitle }: TrialResultProps) => {
  if (!result) return null;
  return result.kind === 'claims' ? passed(result) : <Refusal result={result} deniedTitle={deniedTitle} />;
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
