import { type MfaView, userFactors } from '@gatehouse/contract/user-identities.ts';
import type { User } from '@gatehouse/contract/users.ts';
import { DataTable } from '@gatehouse/ui/data-table.tsx';
import { DateText } from '@gatehouse/ui/date-text.tsx';
import { EmptyState } from '@gatehouse/ui/empty-state.tsx';
import { EntityName } from '@gatehouse/ui/entity-icon.tsx';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { Row } from '@gatehouse/ui/layout.tsx';
import { QrCode } from '@gatehouse/ui/qr-code.tsx';
import { Fingerprint, Plus } from 'lucide-react';
import { useState } from 'react';
import { useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { useEntity } from '../../templates/entity-detail.tsx';
import { deletionItem } from '../../templates/menu-items.tsx';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';
import { ShownOnce } from '../../templates/shown-once.tsx';
import { useDelete } from '../../templates/use-delete.tsx';
import { WriteButton } from '../../templates/write-button.tsx';
import { Decisions } from './decisions.tsx';

type Added = { type: 'Totp' | 'BackupCode'; secret: string; image?: string };

/** Authentication factors and passkeys: what the user has, what an administrator can add, and removal. */
export const Factors = () => {
  const t = useT();
  const { id: userId } = useEntity<User>();
  const { data, failure } = useReadOrFailure(userFactors.listMfaVerifications, { params: { userId } });
  const nameOf = ({ type, name }: MfaView) => name ?? t(`users.factors.types.${type}`);
  const deletion = useDelete({
    row: userFactors.deleteMfaVerification,
    verb: 'remove',
    words: 'users.factors',
    params: (factor: MfaView & { name: string }) => ({ userId, verificationId: factor.id }),
  });
  return (
    <FormSection title={t('users.factors.title')} help={t('users.factors.help')}>
      <DataTable
        label={t('users.factors.title')}
        rows={data?.map(factor => ({ ...factor, name: nameOf(factor) }))}
        error={failure}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        skeletonRows={1}
        empty={<EmptyState icon={<Fingerprint aria-hidden />}>{t('users.factors.empty')}</EmptyState>}
        rowMenu={factor => [deletionItem(deletion, factor)]}
        columns={[
          {
            id: 'name',
            header: t('users.factors.factor'),
            cell: ({ name, agent, remainCodes }) => (
              <EntityName
                name={name}
                detail={
                  remainCodes === undefined ? agent : t('users.factors.codes_left', { count: remainCodes })
                }
              />
            ),
          },
          {
            id: 'used',
            header: t('users.factors.last_used'),
            cell: ({ lastUsedAt }) =>
              lastUsedAt ? <DateText value={Date.parse(lastUsedAt)} /> : t('general.never'),
          },
          {
            id: 'created',
            header: t('general.created'),
            cell: ({ createdAt }) => <DateText value={Date.parse(createdAt)} />,
          },
        ]}
      />
      {data && <AddFactor userId={userId} held={data} />}
      <Decisions />
    </FormSection>
  );
};

/** Adds an MFA factor as an administrator. Its secret is shown once. */
const AddFactor = ({ userId, held }: { userId: string; held: readonly MfaView[] }) => {
  const t = useT();
  const [added, setAdded] = useState<Added>();
  const create = useWrite(userFactors.createMfaVerification);
  const add = async (type: Added['type']) => {
    const answer = await create.mutateAsync({ params: { userId }, body: { type } }).catch(() => undefined);
    if (!answer) return;
    if (answer.type === 'Totp') setAdded({ type, secret: answer.secret, image: answer.secretQrCode });
    else setAdded({ type, secret: answer.codes.join('\n') });
  };
  const has = (type: MfaView['type']) => held.some(factor => factor.type === type);
  return (
    <>
      <Row>
        {!has('Totp') && (
          <WriteButton
            row={userFactors.createMfaVerification}
            icon={<Plus />}
            isLoading={create.isPending}
            onClick={() => void add('Totp')}
          >
            {t('users.factors.add_totp')}
          </WriteButton>
        )}
        {held.length > 0 && !has('BackupCode') && (
          <WriteButton
            row={userFactors.createMfaVerification}
            icon={<Plus />}
            isLoading={create.isPending}
            onClick={() => void add('BackupCode')}
          >
            {t('users.factors.add_backup_codes')}
          </WriteButton>
        )}
      </Row>
      {added && (
        <ShownOnce
          title={t(`users.factors.added.${added.type}`)}
          text={t(`users.factors.added_text.${added.type}`)}
          label={t(`users.factors.types.${added.type}`)}
          secret={added.secret}
          picture={added.image && <QrCode image={added.image} label={t('users.factors.qr_code')} />}
          onClose={() => setAdded(undefined)}
        />
      )}
    </>
  );
};
