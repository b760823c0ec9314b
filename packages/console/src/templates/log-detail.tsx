import { logs } from '@gatehouse/contract/logs.ts';
import { CodeBlock } from '@gatehouse/ui/code-block.tsx';
import { DetailPage } from '@gatehouse/ui/detail-page.tsx';
import { EntityIcon } from '@gatehouse/ui/entity-icon.tsx';
import { FormSection, FormSections } from '@gatehouse/ui/form-section.tsx';
import { ScrollText } from 'lucide-react';
import { NotFound } from '../not-found.tsx';
import { useT } from '../phrases.tsx';
import { LogFacts } from './log-facts.tsx';
import { LogFailure } from './log-failure.tsx';
import { LogResult } from './log-result.tsx';
import { useLogWords } from './log-words.ts';
import { useReadOrFailure } from './read-or-failure.tsx';

/** One entry of the audit log: what happened, to whom, from where, and all that was written down. */
export const LogDetail = ({ logId, back }: { logId: string; back: { href: string; label: string } }) => {
  const t = useT();
  const describe = useLogWords();
  const { data: log, failure, isMissing } = useReadOrFailure(logs.read, { params: { id: logId } });
  if (isMissing) return <NotFound />;
  return (
    <DetailPage
      back={back}
      name={log && describe(log.key)}
      failure={failure}
      icon={
        <EntityIcon size="large">
          <ScrollText />
        </EntityIcon>
      }
      tags={log && <LogResult payload={log.payload} />}
      copyableId={logId}
    >
      {log && <LogFailure payload={log.payload} title={t('logs.failed_because')} />}
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
