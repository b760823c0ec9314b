import type { ReplayedSignIn, ReplayGroup, ReplayKind } from '@gatehouse/contract/draft-replay.ts';
import { checkReasons } from '@gatehouse/contract/sign-in-check.ts';
import { groupedNumber } from '@gatehouse/phrases/formats.ts';
import { Card } from '@gatehouse/ui/card.tsx';
import { DateText } from '@gatehouse/ui/date-text.tsx';
import { Disclosure } from '@gatehouse/ui/disclosure.tsx';
import { Row, Stack } from '@gatehouse/ui/layout.tsx';
import { Link, TextLink } from '@gatehouse/ui/link.tsx';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { paths } from '../../paths.ts';
import { useT, useTranslation } from '../../phrases.tsx';
import { ApplicationName } from '../../templates/application-name.tsx';
import { useReason } from '../../templates/log-failure.tsx';
import { useRefusalSetting } from '../../templates/refusal-setting.ts';

const tones: Record<ReplayKind, 'danger' | 'warning' | 'success'> = {
  refused: 'danger',
  refusedOtherwise: 'danger',
  asked: 'warning',
  spared: 'success',
  admitted: 'success',
};

/** Each effect of the draft with its reason, how many sign-ins it is about, and the latest of them. */
export const ReplayGroups = ({ groups }: { groups: readonly ReplayGroup[] }) => (
  <Stack gap={3}>
    {groups.map(group => (
      <Group key={JSON.stringify([group.kind, group.code, group.rule, group.factors])} group={group} />
    ))}
  </Stack>
);

const Group = ({ group }: { group: ReplayGroup }) => {
  const { t, language } = useTranslation();
  const { kind, code, setting, factors = [], missingProfile = [], isSkippable, examples } = group;
  const own = checkReasons.find(reason => reason === code);
  const words = useReason(own ? undefined : { code });
  const link = useRefusalSetting({
    error: { code, setting },
    applicationId: examples[0]?.applicationId ?? undefined,
  });
  const count = (value: number) => groupedNumber(value, language);
  const details = [...factors.map(factor => t(`users.factors.types.${factor}`)), ...missingProfile];
  return (
    <Card>
      <Stack gap={3}>
        <Row justify="between" align="start">
          <Row>
            <Tag tone={tones[kind]}>{t(`drafts.replay.kinds.${kind}`)}</Tag>
            <Text>
              {own ? t(`users.check.reasons.${own}`) : words}
              {isSkippable && ` ${t('users.check.skippable')}`}
            </Text>
          </Row>
          <Text tone="soft">
            {t('drafts.replay.counts', { signIns: count(group.signIns), people: count(group.people) })}
          </Text>
        </Row>
        {details.length > 0 && (
          <Row gap={1}>
            {details.map(detail => (
              <Tag key={detail}>{detail}</Tag>
            ))}
          </Row>
        )}
        {link && <TextLink href={link.href}>{link.label}</TextLink>}
        <Disclosure title={t('drafts.replay.examples')}>
          <Stack gap={2}>
            {examples.map(example => (
              <Example key={example.signInId} example={example} />
            ))}
          </Stack>
        </Disclosure>
      </Stack>
    </Card>
  );
};

const Example = ({ example }: { example: ReplayedSignIn }) => {
  const t = useT();
  const { signInId, at, userId, userName, applicationId } = example;
  return (
    <Row justify="between">
      <Row>
        {userId === null ? (
          <Text tone="faint">{t('drafts.replay.unknown_user')}</Text>
        ) : (
          <TextLink href={paths.user(userId)}>
            <bdi>{userName ?? userId}</bdi>
          </TextLink>
        )}
        {applicationId !== null && (
          <Text tone="soft">
            <ApplicationName id={applicationId} />
          </Text>
        )}
      </Row>
      <Link href={`${paths.auditLogs()}?open=${encodeURIComponent(signInId)}`}>
        <DateText value={at} as="second" />
      </Link>
    </Row>
  );
};
