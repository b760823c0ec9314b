import { dashboard, type Attention as Line } from '@gatehouse/contract/dashboard.ts';
import { Card } from '@gatehouse/ui/card.tsx';
import { DateText } from '@gatehouse/ui/date-text.tsx';
import { TextLink } from '@gatehouse/ui/link.tsx';
import { SettingList } from '@gatehouse/ui/setting-list.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';

const addresses: Record<Line['kind'], (id: string) => string> = {
  Webhook: id => paths.webhook(id, 'recent-requests'),
  Secret: id => paths.application(id),
  Certificate: id => paths.application(id),
  SsoCertificate: id => paths.enterpriseSso(id),
  DevelopmentMailbox: id => paths.connector('passwordless', id),
  Lockouts: () => `${paths.auditLogs()}?outcome=Error&time=week`,
  Domain: () => paths.tenantSettings('domains'),
};

/** Problems, each a link to the place where it is solved. */
export const Attention = () => {
  const t = useT();
  const { data, failure } = useReadOrFailure(dashboard.listAttention, {});
  const words = ({ kind, at, count }: Line) =>
    kind === 'Webhook' || kind === 'Lockouts' ? (
      t(`dashboard.attention.${kind}`, { count: count ?? 0 })
    ) : (
      <>
        {t(`dashboard.attention.${kind}`)} {at !== null && <DateText value={at} />}
      </>
    );
  return (
    <Card title={t('dashboard.attention.title')}>
      {failure}
      {data?.length === 0 && <Text tone="soft">{t('dashboard.attention.none')}</Text>}
      <SettingList
        settings={(data ?? []).map(line => ({
          key: `${line.kind} ${line.id}`,
          label: (
            <TextLink href={addresses[line.kind](line.id)}>
              {line.name || t('dashboard.attention.lockouts_name')}
            </TextLink>
          ),
          value: words(line),
        }))}
      />
    </Card>
  );
};
