import { CodeBlock } from '@gatehouse/ui/code-block.tsx';
import type { CodeCompletion } from '@gatehouse/ui/code-editor-props.ts';
import { commandKey } from '@gatehouse/ui/kbd.tsx';
import { Row, Stack } from '@gatehouse/ui/layout.tsx';
import type { Pair } from '@gatehouse/ui/pairs-input.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { Workbench } from '@gatehouse/ui/workbench.tsx';
import { Play } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { type FieldPathByValue, useFormState } from 'react-hook-form';
import { useTranslation } from '../../phrases.tsx';
import { CodeField } from '../../templates/code-field.tsx';
import type { Form } from '../../templates/form-field.tsx';
import { FormPairs } from '../../templates/form-pairs.tsx';
import { WriteButton } from '../../templates/write-button.tsx';
import { useKey } from '../../use-key.ts';
import type { useTrial } from './trial.tsx';

type Tab = 'result' | 'context' | 'variables' | 'console';

type ScriptBenchProps<Values> = {
  form: Form<Values & { script: string; variables: Pair[] }>;
  trial: ReturnType<typeof useTrial>;
  help: string;
  completions: readonly CodeCompletion[];
  /** The outcome of the last run. */
  result: ReactNode;
  /** The data that the script gets in a test run. */
  context: ReactNode;
};

/** The script, and beside it its result, its data, its variables and its console. */
export const ScriptBench = <Values extends object>({
  form,
  trial,
  help,
  completions,
  result,
  context,
}: ScriptBenchProps<Values>) => {
  type All = Values & { script: string; variables: Pair[] };
  const { t, language } = useTranslation();
  const [tab, setTab] = useState<Tab>('result');
  useTabOfErrors(form, setTab);
  const run = () => void trial.run().then(hasRun => hasRun && setTab('result'));
  useKey('$mod+Enter', run);
  const output = trial.result?.output ?? [];
  const consoleTitle = t('customize_jwt.output');
  return (
    <Workbench
      label={t('customize_jwt.test_run')}
      editor={
        <CodeField
          form={form}
          name={'script' as FieldPathByValue<All, string>}
          label={t('customize_jwt.script')}
          help={help}
          language="javascript"
          problems={trial.problems}
          completions={completions}
        />
      }
      actions={
        <Row gap={3}>
          <WriteButton
            row={trial.row}
            icon={<Play />}
            kbd={commandKey('↵')}
            isLoading={trial.isRunning}
            onClick={run}
          >
            {t('customize_jwt.run')}
          </WriteButton>
          <Text tone="soft">{t('customize_jwt.run_help')}</Text>
        </Row>
      }
      chosen={tab}
      onChoose={setTab}
      panels={[
        {
          id: 'result',
          title: t('customize_jwt.result'),
          content: (
            <div role="status">
              {trial.result ? result : <Text tone="soft">{t('customize_jwt.no_result')}</Text>}
            </div>
          ),
        },
        { id: 'context', title: t('customize_jwt.context_sample'), content: context },
        {
          id: 'variables',
          title: t('customize_jwt.variables'),
          content: <Variables form={form} />,
        },
        {
          id: 'console',
          title:
            output.length > 0 ? `${consoleTitle} (${output.length.toLocaleString(language)})` : consoleTitle,
          content: <Output lines={output} />,
        },
      ]}
    />
  );
};

const Variables = <Values extends { variables: Pair[] }>({ form }: { form: Form<Values> }) => {
  const { t } = useTranslation();
  return (
    <Stack gap={3}>
      <Text tone="soft">{t('customize_jwt.variables_help')}</Text>
      <FormPairs
        form={form}
        name={'variables' as FieldPathByValue<Values, Pair[]>}
        label={t('customize_jwt.variables')}
        nameLabel={t('general.name')}
        valueLabel={t('customize_jwt.value')}
      />
    </Stack>
  );
};

const Output = ({ lines }: { lines: readonly string[] }) => {
  const { t } = useTranslation();
  if (lines.length === 0) return <Text tone="soft">{t('customize_jwt.no_output')}</Text>;
  return <CodeBlock code={lines.join('\n')} />;
};

/** Shows the panel with the field that is wrong. */
const useTabOfErrors = <Values extends { script: string; variables: Pair[] }>(
  { control }: Form<Values>,
  show: (tab: Tab) => void,
) => {
  const { errors } = useFormState({ control });
  const wrong = Object.keys(errors).find(name => name !== 'script');
  useEffect(() => {
    if (wrong) show(wrong === 'variables' ? 'variables' : 'context');
  }, [wrong, show]);
};
