import { logs } from '@gatehouse/contract/logs.ts';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { CodeBlock } from '@gatehouse/ui/code-block.tsx';
import { DetailPage } from '@gatehouse/ui/detail-page.tsx';
import { EntityIcon } from '@gatehouse/ui/entity-icon.tsx';
import { ErrorPanel } from '@gatehouse/ui/error-panel.tsx';
import { FormSection, FormSections } from '@gatehouse/ui/form-section.tsx';
import { ScrollText } from 'lucide-react';
import { useRead } from '../api.ts';
import { useT } from '../phrases.tsx';
import { HttpError } from '../request.ts';
import { NotFound } from '../shell/not-found.tsx';
import { describeFailure } from '../shell/report-errors.tsx';
import { LogFacts } from './log-facts.tsx';
import { useLogFailure } from './log-failure.ts';
import { LogResult } from './log-list.tsx';
import { useLogWords } from './log-words.ts';

/** One entry of the audit log: what happened, to whom, from where, and all that was written down. */
export const LogDetail = ({ logId, back }: { logId: string; back: { href: string; label: string } }) => {
  const t = useT();
  const describe = useLogWords();
  const { data: log, error, refetch } = useRead(logs.read, { params: { id: logId } }, { hideErrors: true });
  const failure = useLogFailure(log?.payload.error);
  if (error instanceof HttpError && error.status === 404) return <NotFound />;
  return (
    <DetailPage
      back={back}
      name={log && describe(log.key)}
      icon={
        <EntityIcon size="large">
          <ScrollText />
        </EntityIcon>
      }
      tags={log && <LogResult payload={log.payload} />}
      copyableId={logId}
    >
      {error && !log && <ErrorPanel message={describeFailure(error, t)} onRetry={() => void refetch()} />}
      {failure && (
        <Callout tone="warning" title={t('logs.failed_because')}>
          {failure}
        </Callout>
      )}
      {log && (
        <FormSections>
          <FormSection title={t('logs.facts')}>
            <LogFacts log={log} />
          </FormSection>
          <FormSection title={t('logs.payload')} help={t('logs.payload_help')}>
            <CodeBlock code={JSON.stringify(log.payload, undefined, 2)} />
          </FormSection>
        </FormSections>
      )}
    </DetailPage>
  );
};
