import { Button } from '@gatehouse/ui/button.tsx';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { PageNotice } from '@gatehouse/ui/page-header.tsx';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { useCurrentTenant } from '../current-tenant.ts';
/** For those who may look and not change: before they press anything, and with whom to ask. */
export const ReadOnlyNotice = () => {
  const t = useT();
  const { may } = useCurrentTenant();
  return (
    <PageNotice>
      <Callout
        title={t('permission.read_only')}
        action={
          may('read:member') && (
            <Button size="small" href={paths.tenantSettings('members')}>
              {t('permission.see_members')}
            </Button>
          )
        }
      >
        {t('permission.read_only_text')}
      </Callout>
    </PageNotice>
  );
};
