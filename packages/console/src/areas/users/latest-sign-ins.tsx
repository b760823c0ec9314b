import { signIns } from '@gatehouse/contract/sign-ins.ts';
import { Card } from '@gatehouse/ui/card.tsx';
import { DateText } from '@gatehouse/ui/date-text.tsx';
import { Row, Stack } from '@gatehouse/ui/layout.tsx';
import { TextLink } from '@gatehouse/ui/link.tsx';
import { PlaceText } from '@gatehouse/ui/place-text.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { ApplicationName } from '../../templates/application-name.tsx';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';
import { SignInMethods, SignInOutcome } from '../../templates/sign-in.tsx';

const shown = 5;

/** The latest sign-ins of a user, each with a link to its steps in the audit log. */
export const LatestSignIns = ({ userId }: { userId: string }) => {
  const t = useT();
  const { data, failure } = useReadOrFailure(signIns.list, { query: { userId }, page: 1, pageSize: shown });
  const [items] = data ?? [];
  const all = `${paths.auditLogs()}?user=${userId}`;
  return (
    <Card title={<TextLink href={all}>{t('users.overview.latest_sign_ins')}</TextLink>}>
      {failure}
      {items?.length === 0 && <Text tone="soft">{t('users.overview.no_sign_ins')}</Text>}
      {items?.map(signIn => (
        <Stack key={signIn.id} gap={1}>
          <Row justify="between">
            <TextLink href={`${all}&open=${signIn.id}`}>
              {signIn.applicationId ? (
                <ApplicationName id={signIn.applicationId} />
              ) : (
                t(`audit_logs.sign_ins.events.${signIn.event}`)
              )}
            </TextLink>
            <Text tone="soft">
              <DateText value={signIn.startedAt} as="ago" />
            </Text>
          </Row>
          <Row justify="between">
            <SignInMethods signIn={signIn} />
            <Text size="small" tone="soft">
              <PlaceText ip={signIn.ip} country={signIn.country} />
            </Text>
          </Row>
          {signIn.outcome !== 'Success' && <SignInOutcome signIn={signIn} />}
        </Stack>
      ))}
    </Card>
  );
};
