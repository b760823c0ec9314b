import { type ApplicationUsage, dashboard } from '@gatehouse/contract/dashboard.ts';
import { groupedNumber } from '@gatehouse/phrases/formats.ts';
import { DateText } from '@gatehouse/ui/date-text.tsx';
import { Dot } from '@gatehouse/ui/dot.tsx';
import { Row } from '@gatehouse/ui/layout.tsx';
import { Skeleton } from '@gatehouse/ui/skeleton.tsx';
import { Sparkline } from '@gatehouse/ui/sparkline.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { Tooltip } from '@gatehouse/ui/tooltip.tsx';
import { createContext, type ReactNode, use } from 'react';
import { useRead } from '../../api.ts';
import { useT, useTranslation } from '../../phrases.tsx';

type Usage = { isKnown: boolean; byId: ReadonlyMap<string, ApplicationUsage> };

const UsageContext = createContext<Usage>({ isKnown: false, byId: new Map() });

/** Asks once how much the applications of a page are used, for the cells of all its rows. */
export const UsageOfApplications = ({ ids, children }: { ids: string[]; children: ReactNode }) => {
  const { data, error } = useRead(
    dashboard.listApplications,
    { query: { applicationId: ids } },
    { enabled: ids.length > 0, hideErrors: true, keepPrevious: true },
  );
  const byId = new Map(data?.map(usage => [usage.applicationId, usage]));
  return <UsageContext value={{ isKnown: Boolean(data || error), byId }}>{children}</UsageContext>;
};

export const LastSignIn = ({ id }: { id: string }) => {
  const { isKnown, byId } = use(UsageContext);
  const at = byId.get(id)?.lastSignInAt;
  if (at) return <DateText value={at} as="ago" />;
  return isKnown ? <Text tone="faint">–</Text> : <Skeleton width="80px" />;
};

/** The last 24 hours as a number, 14 days as bars, and a mark where something fails. */
export const SignIns = ({ id }: { id: string }) => {
  const t = useT();
  const { language } = useTranslation();
  const { isKnown, byId } = use(UsageContext);
  const usage = byId.get(id);
  if (!usage) return isKnown ? <Text tone="faint">–</Text> : <Skeleton width="80px" />;
  const { signIns, failures, curve } = usage;
  const failed = t('applications.usage.failures', { count: failures });
  return (
    <Row justify="end" gap={2} isOneLine>
      {failures > 0 && (
        <Tooltip content={failed}>
          <span>
            <Dot label={failed} />
          </span>
        </Tooltip>
      )}
      <Sparkline
        values={curve.map(({ count }) => count)}
        label={t('applications.usage.curve', { count: curve.reduce((sum, { count }) => sum + count, 0) })}
      >
        {groupedNumber(signIns, language)}
      </Sparkline>
    </Row>
  );
};
