import { type CookieKey, oidcConfigs } from '@gatehouse/contract/oidc-configs.ts';
import { useConfirm } from '@gatehouse/ui/confirm.tsx';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { codeColumn, dateColumn } from '../../templates/columns.tsx';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';
import { useDelete } from '../../templates/use-delete.tsx';
import { KeyTable, type Named } from './key-table.tsx';

/** The keys that sign the cookies of the sign-in pages; the first one signs, the others only verify. */
export const CookieKeys = () => {
  const t = useT();
  const toast = useToast();
  const confirm = useConfirm();
  const read = useReadOrFailure(oidcConfigs.listCookieKeys, {});
  const { mutateAsync: rotate } = useWrite(oidcConfigs.rotateCookieKeys);
  const isCurrent = ({ id }: CookieKey) => id === read.data?.[0]?.id;
  const deletion = useDelete({
    row: oidcConfigs.deleteCookieKey,
    params: ({ id }: Named<CookieKey>) => ({ keyId: id }),
    isAllowed: key => !isCurrent(key),
    words: 'signing_keys.cookie_keys',
  });
  const askAndRotate = async () => {
    const [isConfirmed] = await confirm({
      title: t('signing_keys.cookie_keys.rotate_title'),
      body: t('signing_keys.cookie_keys.rotate_text'),
      confirmLabel: t('signing_keys.cookie_keys.rotate'),
    });
    if (!isConfirmed) return;
    const isDone = await rotate({ body: {} }).then(
      () => true,
      () => false,
    );
    if (isDone) toast.success(t('signing_keys.cookie_keys.rotated'));
  };
  return (
    <KeyTable
      words="signing_keys.cookie_keys"
      read={read}
      deletion={deletion}
      rotation={oidcConfigs.rotateCookieKeys}
      onRotate={() => void askAndRotate()}
      columns={[
        codeColumn(t('signing_keys.key_id'), 'id'),
        {
          id: 'status',
          header: t('signing_keys.status'),
          cell: (key: CookieKey) => (
            <Tag tone={isCurrent(key) ? 'success' : 'neutral'}>
              {t(`signing_keys.statuses.${isCurrent(key) ? 'Current' : 'Previous'}`)}
            </Tag>
          ),
        },
        dateColumn(t('general.created'), 'createdAt'),
      ]}
    />
  );
};
