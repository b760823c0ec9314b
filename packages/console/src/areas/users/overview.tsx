import { userSessions } from '@gatehouse/contract/user-access.ts';
import { userFactors } from '@gatehouse/contract/user-identities.ts';
import type { User } from '@gatehouse/contract/users.ts';
import { Card } from '@gatehouse/ui/card.tsx';
import { DateText } from '@gatehouse/ui/date-text.tsx';
import { EntityName } from '@gatehouse/ui/entity-icon.tsx';
import { KeyValueList } from '@gatehouse/ui/key-value-list.tsx';
import { Grid, Row, Stack } from '@gatehouse/ui/layout.tsx';
import { TextLink } from '@gatehouse/ui/link.tsx';
import { SettingList } from '@gatehouse/ui/setting-list.tsx';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { lazy, Suspense } from 'react';
import { paths } from '../../paths.ts';
import { loadAreaPhrases, useT } from '../../phrases.tsx';
import { useEntity } from '../../templates/entity-detail.tsx';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';
import { Memberships } from './memberships.tsx';
import { deviceOf } from './session-device.tsx';
import { useSocialName } from './social-name.ts';
import { UserActions } from './user-actions.tsx';

/** The words of sign-ins are those of the audit log. */
const LatestSignIns = lazy(async () => {
  const [{ LatestSignIns }] = await Promise.all([
    import('./latest-sign-ins.tsx'),
    loadAreaPhrases('console/audit-logs'),
  ]);
  return { default: LatestSignIns };
});

/** Sign-in methods, recent activity and memberships of the user. */
export const UserOverview = () => {
  const user = useEntity<User>();
  return (
    <Stack>
      <UserActions user={user} />
      <Grid minWidth="380px" isFull>
        <Stack>
          <MethodsCard user={user} />
          <FactorsCard userId={user.id} />
          <SessionsCard userId={user.id} />
        </Stack>
        <Stack>
          <Suspense>
            <LatestSignIns userId={user.id} />
          </Suspense>
          <Memberships userId={user.id} />
        </Stack>
      </Grid>
    </Stack>
  );
};

const MethodsCard = ({ user }: { user: User }) => {
  const t = useT();
  const nameOf = useSocialName();
  const { id, username, primaryEmail, primaryPhone, identities, ssoIdentities = [] } = user;
  const verified = (value: string, isVerified: boolean, words: string) => (
    <Row gap={2}>
      <bdi>{value}</bdi>
      {isVerified && <Tag tone="success">{words}</Tag>}
    </Row>
  );
  const facts = [
    {
      key: t('users.password.password'),
      value: t(user.hasPassword ? 'users.overview.password_set' : 'users.overview.password_not_set'),
    },
    username !== null && { key: t('users.username'), value: <bdi>{username}</bdi> },
    primaryEmail !== null && {
      key: t('users.email'),
      value: verified(primaryEmail, user.isEmailVerified, t('users.email_verified')),
    },
    primaryPhone !== null && {
      key: t('users.phone'),
      value: verified(primaryPhone, user.isPhoneVerified, t('users.phone_verified')),
    },
    ...Object.entries(identities).map(([target, { userId }]) => ({
      key: nameOf(target),
      value: <TextLink href={paths.socialIdentity(id, target)}>{userId}</TextLink>,
    })),
    ...ssoIdentities.map(({ ssoConnectorId, issuer, identityId }) => ({
      key: issuer,
      value: <TextLink href={paths.ssoIdentity(id, ssoConnectorId)}>{identityId}</TextLink>,
    })),
  ];
  return (
    <Card title={<TextLink href={paths.user(id, 'settings')}>{t('users.overview.methods')}</TextLink>}>
      <KeyValueList items={facts.filter(fact => typeof fact === 'object')} />
    </Card>
  );
};

const FactorsCard = ({ userId }: { userId: string }) => {
  const t = useT();
  const { data, failure } = useReadOrFailure(userFactors.listMfaVerifications, { params: { userId } });
  return (
    <Card title={<TextLink href={paths.user(userId, 'settings')}>{t('users.factors.title')}</TextLink>}>
      {failure}
      {data?.length === 0 && <Text tone="soft">{t('users.factors.empty')}</Text>}
      <SettingList
        settings={(data ?? []).map(({ id, type, name, agent, lastUsedAt, remainCodes }) => ({
          key: id,
          label: name ?? t(`users.factors.types.${type}`),
          value: remainCodes === undefined ? agent : t('users.factors.codes_left', { count: remainCodes }),
          action: lastUsedAt && <DateText value={Date.parse(lastUsedAt)} as="ago" />,
        }))}
      />
    </Card>
  );
};

const SessionsCard = ({ userId }: { userId: string }) => {
  const t = useT();
  const { data, failure } = useReadOrFailure(userSessions.listSessions, { params: { userId } });
  return (
    <Card title={<TextLink href={paths.user(userId, 'settings')}>{t('users.sessions.title')}</TextLink>}>
      {failure}
      {data?.sessions.length === 0 && <Text tone="soft">{t('users.sessions.empty')}</Text>}
      <Stack gap={3}>
        {data?.sessions.map(session => (
          <Row key={session.payload.uid} justify="between" isOneLine>
            <EntityName {...deviceOf(session)} />
            <DateText value={session.payload.loginTs * 1000} as="ago" />
          </Row>
        ))}
      </Stack>
    </Card>
  );
};
