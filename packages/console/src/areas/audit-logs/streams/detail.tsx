import { type LogStream, logStreams } from '@gatehouse/contract/log-streams.ts';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { DateText } from '@gatehouse/ui/date-text.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { Rewind, Send } from 'lucide-react';
import { useState } from 'react';
import { useWrite } from '../../../api.ts';
import { paths } from '../../../paths.ts';
import { useT } from '../../../phrases.tsx';
import { EntityDetail } from '../../../templates/entity-detail.tsx';
import { WriteButton } from '../../../templates/write-button.tsx';
import { useDeleteStream } from './delete.ts';
import { kindIcons } from './kinds.tsx';
import { ReplayStream } from './replay.tsx';
import { StreamState } from './status.tsx';

export const StreamDetail = () => {
  const deletion = useDeleteStream();
  return (
    <EntityDetail
      row={logStreams.read}
      words="audit_logs.streams"
      listHref={paths.logStreams()}
      tabs={[]}
      tabHref={paths.logStream}
      historyKind="log-stream"
      deletion={deletion}
      page={stream => ({
        icon: kindIcons[stream.config.kind],
        tags: <StreamState stream={stream} />,
        actions: <StreamActions stream={stream} />,
        notice: stream.status.state === 'failing' && <Failure stream={stream} />,
      })}
    />
  );
};

const StreamActions = ({ stream }: { stream: LogStream }) => {
  const t = useT();
  const toast = useToast();
  const test = useWrite(logStreams.test);
  const [isReplaying, setIsReplaying] = useState(false);
  const send = () =>
    test.mutate(
      { params: { id: stream.id } },
      { onSuccess: () => toast.success(t('audit_logs.streams.sample_sent')) },
    );
  return (
    <>
      <WriteButton row={logStreams.test} icon={<Send />} isLoading={test.isPending} onClick={send}>
        {t('audit_logs.streams.send_sample')}
      </WriteButton>
      <WriteButton row={logStreams.replay} icon={<Rewind />} onClick={() => setIsReplaying(true)}>
        {t('audit_logs.streams.replay')}
      </WriteButton>
      {isReplaying && <ReplayStream stream={stream} onClose={() => setIsReplaying(false)} />}
    </>
  );
};

/** Why nothing arrives, and a way not to wait for the next try. */
const Failure = ({ stream: { id, status } }: { stream: LogStream }) => {
  const t = useT();
  const retry = useWrite(logStreams.update);
  return (
    <Callout
      tone="danger"
      title={status.error}
      action={
        <WriteButton
          row={logStreams.update}
          size="small"
          isLoading={retry.isPending}
          onClick={() => retry.mutate({ params: { id }, body: { enabled: true } })}
        >
          {t('audit_logs.streams.try_now')}
        </WriteButton>
      }
    >
      {t('audit_logs.streams.nothing_lost')}{' '}
      {status.nextTryAt !== null && (
        <>
          {t('audit_logs.streams.next_try')} <DateText value={status.nextTryAt} as="moment" />
        </>
      )}
    </Callout>
  );
};
