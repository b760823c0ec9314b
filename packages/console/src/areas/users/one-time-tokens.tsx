import { oneTimeTokenLifetime, oneTimeTokens } from '@gatehouse/contract/one-time-tokens.ts';
import type { User } from '@gatehouse/contract/users.ts';
import { DataTable } from '@gatehouse/ui/data-table.tsx';
import { DateText } from '@gatehouse/ui/date-text.tsx';
import { DurationInput } from '@gatehouse/ui/duration-input.tsx';
import { EmptyState } from '@gatehouse/ui/empty-state.tsx';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { Row } from '@gatehouse/ui/layout.tsx';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { Ban, MailCheck, Plus } from 'lucide-react';
import { useState } from 'react';
import { useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { dateColumn } from '../../templates/columns.tsx';
import { useEntity } from '../../templates/entity-detail.tsx';
import { FormField } from '../../templates/form-field.tsx';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';
import { SecretDialog } from '../../templates/secret-dialog.tsx';
import { WriteButton } from '../../templates/write-button.tsx';

const latest = 10;
const tones = { active: 'success', consumed: 'neutral', revoked: 'warning', expired: 'neutral' } as const;

/** Tokens that sign a user in once, with a link in an email. Without an email address there is nowhere to send it. */
export const OneTimeTokens = () => {
  const { primaryEmail } = useEntity<User>();
  return primaryEmail && <TokensOf email={primaryEmail} />;
};

const TokensOf = ({ email }: { email: string }) => {
  const t = useT();
  const toast = useToast();
  const [isCreating, setIsCreating] = useState(false);
  const { data, failure } = useReadOrFailure(oneTimeTokens.list, {
    query: { email },
    page: 1,
    pageSize: latest,
  });
  const setStatus = useWrite(oneTimeTokens.setStatus);
  const revoke = (id: string) =>
    setStatus.mutateAsync({ params: { id }, body: { status: 'revoked' } }).then(
      () => toast.success(t('users.one_time.revoked')),
      // Failed writes are reported centrally.
      () => undefined,
    );
  return (
    <FormSection title={t('users.one_time.title')} help={t('users.one_time.help')}>
      <DataTable
        label={t('users.one_time.title')}
        rows={data?.[0]}
        error={failure}
        rowKey={({ id }) => id}
        rowName={({ id }) => id}
        skeletonRows={1}
        empty={<EmptyState icon={<MailCheck aria-hidden />}>{t('users.tokens.empty')}</EmptyState>}
        rowMenu={({ id, status }) =>
          status === 'active'
            ? [
                {
                  label: t('users.one_time.revoke'),
                  icon: <Ban />,
                  isDanger: true,
                  onSelect: () => void revoke(id),
                },
              ]
            : []
        }
        columns={[
          {
            id: 'status',
            header: t('users.status'),
            cell: ({ status }) => <Tag tone={tones[status]}>{t(`users.one_time.statuses.${status}`)}</Tag>,
          },
          dateColumn(t('general.created'), 'createdAt'),
          {
            id: 'expires',
            header: t('named_secrets.expires'),
            cell: ({ expiresAt }) => <DateText value={expiresAt} as="moment" />,
          },
        ]}
      />
      <Row>
        <WriteButton row={oneTimeTokens.create} icon={<Plus />} onClick={() => setIsCreating(true)}>
          {t('users.one_time.create')}
        </WriteButton>
      </Row>
      {isCreating && <CreateOneTimeToken email={email} onClose={() => setIsCreating(false)} />}
    </FormSection>
  );
};

const lifetimeField = oneTimeTokens.create.body.pick({ expiresIn: true }).required();

const CreateOneTimeToken = ({ email, onClose }: { email: string; onClose: () => void }) => {
  const t = useT();
  const create = useWrite(oneTimeTokens.create);
  return (
    <SecretDialog
      title={t('users.one_time.create')}
      description={t('users.one_time.text')}
      submitLabel={t('users.one_time.create')}
      schema={lifetimeField}
      defaultValues={{ expiresIn: oneTimeTokenLifetime }}
      onClose={onClose}
      submit={async ({ expiresIn }) => (await create.mutateAsync({ body: { email, expiresIn } })).token}
      shown={{
        title: t('users.one_time.created'),
        text: t('users.one_time.once'),
        label: t('users.tokens.value'),
      }}
    >
      {form => (
        <FormField form={form} name="expiresIn" label={t('users.one_time.lifetime')}>
          {field => <DurationInput {...field} />}
        </FormField>
      )}
    </SecretDialog>
  );
};
