import type { ManagementPermission } from '@gatehouse/contract/scopes.ts';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { Page } from '@gatehouse/ui/page-header.tsx';
import { useT } from '../phrases.tsx';

/** In place of a screen that the role does not cover. */
export const NotAllowed = ({ permission }: { permission: ManagementPermission }) => {
  const t = useT();
  return (
    <Page>
      <Callout tone="warning" title={t('permission.not_allowed', { permission })} />
    </Page>
  );
};
