import { logs } from '@gatehouse/contract/logs.ts';
import { CodeBlock } from '@gatehouse/ui/code-block.tsx';
import { CopyText } from '@gatehouse/ui/copy-text.tsx';
import { DateText } from '@gatehouse/ui/date-text.tsx';
import { DetailPage } from '@gatehouse/ui/detail-page.tsx';
import { EntityIcon } from '@gatehouse/ui/entity-icon.tsx';
import { ErrorPanel } from '@gatehouse/ui/error-panel.tsx';
import { FormSection, FormSections } from '@gatehouse/ui/form-section.tsx';
import { KeyValueList } from '@gatehouse/ui/key-value-list.tsx';
import { Link } from '@gatehouse/ui/link.tsx';
import { ScrollText } from 'lucide-react';
import { useRead } from '../api.ts';
import { paths } from '../paths.ts';
import { useT } from '../phrases.tsx';
import { HttpError } from '../request.ts';
import { NotFound } from '../shell/not-found.tsx';
import { describeFailure } from '../shell/report-errors.tsx';
import { ApplicationName } from './application-name.tsx';
import { LogResult } from './log-list.tsx';
import { useLogWords } from './log-words.ts';

/** One entry of the audit log: what happened, to whom, from where, and all that was written down. */
export const LogDetail = ({ logId, back }: { logId: string; back: { href: string; label: string } }) => {
  const t = useT();
  const describe = useLogWords();
  const { data: log, error, refetch } = useRead(logs.read, { params: { id: logId } }, { hideErrors: true });
  if (error instanceof HttpError && error.status === 404) return <NotFound />;
  const { ip, userAgent, userId, applicationId } = log?.payload ?? {};
  const facts = log && [
    { key: t('logs.time'), value: <DateText value={log.createdAt} as="moment" /> },
    { key: t('logs.event'), value: <CopyText text={log.key} /> },
    applicationId && { key: t('logs.application'), value: <ApplicationName id={applicationId} /> },
    userId && { key: t('logs.user'), value: <Link href={paths.user(userId)}>{userId}</Link> },
    ip && { key: t('logs.ip'), value: ip },
    userAgent && { key: t('logs.user_agent'), value: userAgent },
  ];
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
      {log && (
        <FormSections>
          <FormSection title={t('logs.facts')}>
            <KeyValueList items={(facts ?? []).filter(fact => typeof fact === 'object')} />
          </FormSection>
          <FormSection title={t('logs.payload')} help={t('logs.payload_help')}>
            <CodeBlock code={JSON.stringify(log.payload, undefined, 2)} />
          </FormSection>
        </FormSections>
      )}
    </DetailPage>
  );
};
