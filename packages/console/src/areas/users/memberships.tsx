import { userRoles } from '@gatehouse/contract/user-access.ts';
import { Card } from '@gatehouse/ui/card.tsx';
import { Row, Stack } from '@gatehouse/ui/layout.tsx';
import { TextLink } from '@gatehouse/ui/link.tsx';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';

/** The roles of a user, and the organizations with the roles there. */
export const Memberships = ({ userId }: { userId: string }) => {
  const t = useT();
  const roles = useReadOrFailure(userRoles.listRoles, { params: { userId }, page: 1, pageSize: 20 });
  const organizations = useReadOrFailure(userRoles.listOrganizations, { params: { userId } });
  const [held] = roles.data ?? [];
  return (
    <>
      <Card title={<TextLink href={paths.user(userId, 'roles')}>{t('users.tabs.roles')}</TextLink>}>
        {roles.failure}
        {held?.length === 0 && <Text tone="soft">{t('users.roles.empty')}</Text>}
        <Row gap={2}>
          {held?.map(({ id, name }) => (
            <TextLink key={id} href={paths.role(id)}>
              <Tag>{name}</Tag>
            </TextLink>
          ))}
        </Row>
      </Card>
      <Card
        title={
          <TextLink href={paths.user(userId, 'organizations')}>{t('users.tabs.organizations')}</TextLink>
        }
      >
        {organizations.failure}
        {organizations.data?.length === 0 && <Text tone="soft">{t('users.organizations.empty')}</Text>}
        <Stack gap={2}>
          {organizations.data?.map(({ id, name, organizationRoles }) => (
            <Row key={id} justify="between">
              <TextLink href={paths.organization(id)}>{name}</TextLink>
              <Row gap={1}>
                {organizationRoles.map(role => (
                  <Tag key={role.id}>{role.name}</Tag>
                ))}
              </Row>
            </Row>
          ))}
        </Stack>
      </Card>
    </>
  );
};
