import { type User, type UserSummary, users } from '@gatehouse/contract/users.ts';
import { IconList } from '@gatehouse/ui/icon-list.tsx';
import { Row } from '@gatehouse/ui/layout.tsx';
import { TextLink } from '@gatehouse/ui/link.tsx';
import { Skeleton } from '@gatehouse/ui/skeleton.tsx';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { ThemedImage } from '@gatehouse/ui/themed-image.tsx';
import { Building2, Fingerprint, KeyRound, Link2, Mail, Phone } from 'lucide-react';
import { createContext, type ReactNode, use } from 'react';
import { useRead } from '../../api.ts';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { useSocialName, useSocialProvider } from './social-name.ts';

type Summaries = { isKnown: boolean; byId: ReadonlyMap<string, UserSummary> };

const SummaryContext = createContext<Summaries>({ isKnown: false, byId: new Map() });

/** Reads the summaries of all users on a page once and provides them to the cells of its rows. */
export const SummariesOfUsers = ({ ids, children }: { ids: string[]; children: ReactNode }) => {
  const { data, error } = useRead(
    users.listSummaries,
    { query: { userId: ids } },
    { enabled: ids.length > 0, hideErrors: true, keepPrevious: true },
  );
  const byId = new Map(data?.map(summary => [summary.userId, summary]));
  return <SummaryContext value={{ isKnown: Boolean(data || error), byId }}>{children}</SummaryContext>;
};

/** The sign-in methods of the user as icons. */
export const Methods = ({ user }: { user: User }) => {
  const t = useT();
  const nameOf = useSocialName();
  const providerOf = useSocialProvider();
  const summary = use(SummaryContext).byId.get(user.id);
  const items = [
    user.hasPassword && { key: 'password', label: t('users.password.password'), icon: <KeyRound /> },
    summary?.hasPasskey && {
      key: 'passkey',
      label: t('users.factors.types.WebAuthn'),
      icon: <Fingerprint />,
    },
    user.isEmailVerified && { key: 'email', label: t('users.email_verified'), icon: <Mail /> },
    user.isPhoneVerified && { key: 'phone', label: t('users.phone_verified'), icon: <Phone /> },
    ...Object.keys(user.identities).map(target => {
      const provider = providerOf(target);
      return {
        key: target,
        label: nameOf(target),
        icon: provider ? <ThemedImage src={provider.logo} darkSrc={provider.logoDark} /> : <Link2 />,
      };
    }),
    ...(summary?.ssoIssuers ?? []).map(issuer => ({
      key: issuer,
      label: t('users.methods.sso', { issuer }),
      icon: <Building2 />,
    })),
  ];
  const shown = items.filter(item => typeof item === 'object');
  if (shown.length === 0) return <Text tone="faint">–</Text>;
  return <IconList label={t('users.overview.methods')} items={shown} />;
};

/** The first two organizations by name, and how many more there are. */
export const Organizations = ({ user }: { user: User }) => {
  const t = useT();
  const { isKnown, byId } = use(SummaryContext);
  const summary = byId.get(user.id);
  if (!summary) return isKnown ? <Text tone="faint">–</Text> : <Skeleton width="80px" />;
  const { organizations, organizationCount } = summary;
  const more = organizationCount - organizations.length;
  if (organizationCount === 0) return <Text tone="faint">–</Text>;
  return (
    <Row gap={1}>
      {organizations.map(({ id, name }) => (
        <Tag key={id}>
          <bdi>{name}</bdi>
        </Tag>
      ))}
      {more > 0 && (
        <TextLink
          href={paths.user(user.id, 'organizations')}
          aria-label={t('users.more_organizations', { count: more })}
        >
          +{more}
        </TextLink>
      )}
    </Row>
  );
};
