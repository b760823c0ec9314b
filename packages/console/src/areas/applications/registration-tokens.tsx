import {
  clientRegistrations,
  type InitialAccessToken,
  registrationLimits,
} from '@gatehouse/contract/client-registration.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { CopyText } from '@gatehouse/ui/copy-text.tsx';
import { DataTable } from '@gatehouse/ui/data-table.tsx';
import { Dialog } from '@gatehouse/ui/dialog.tsx';
import { EmptyState } from '@gatehouse/ui/empty-state.tsx';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { Illustration } from '@gatehouse/ui/illustration.tsx';
import { Row } from '@gatehouse/ui/layout.tsx';
import { NumberInput } from '@gatehouse/ui/number-input.tsx';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { FormDialog } from '../../templates/form-dialog.tsx';
import { FormField } from '../../templates/form-field.tsx';
import { deletionItem } from '../../templates/menu-items.tsx';
import { Expiry, expiryOf, LifetimeField, lifetime } from '../../templates/named-secrets.tsx';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';
import { useDelete } from '../../templates/use-delete.tsx';
import { WriteButton } from '../../templates/write-button.tsx';

const words = 'applications.registration_tokens';
const fields = z.object({
  name: z.string().min(1).max(128),
  lifetime,
  maximumUses: z.number().int().min(1).max(registrationLimits.clients.most).nullable(),
});

/** The tokens with which software can register itself. */
export const RegistrationTokens = () => {
  const t = useT();
  const [isCreating, setIsCreating] = useState(false);
  const [created, setCreated] = useState<{ name: string; value: string }>();
  const { data, failure } = useReadOrFailure(clientRegistrations.listTokens, {});
  const deletion = useDelete({
    row: clientRegistrations.deleteToken,
    words,
    params: ({ id }: InitialAccessToken) => ({ id }),
  });
  return (
    <FormSection title={t('applications.registration_tokens.title')}>
      <DataTable
        label={t('applications.registration_tokens.title')}
        rows={data}
        error={failure}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        skeletonRows={1}
        empty={
          <EmptyState illustration={<Illustration of="permissions" />}>
            {t('applications.registration_tokens.empty')}
          </EmptyState>
        }
        rowMenu={token => [deletionItem(deletion, token)]}
        columns={[
          { id: 'name', header: t('general.name'), cell: ({ name }) => name },
          {
            id: 'uses',
            header: t('applications.registration_tokens.uses'),
            cell: ({ useCount, maximumUses }) =>
              maximumUses === null ? useCount : `${useCount} / ${maximumUses}`,
          },
          { id: 'expires', header: t('named_secrets.expires'), cell: token => <Expiry {...token} /> },
        ]}
      />
      <Row>
        <WriteButton
          row={clientRegistrations.createToken}
          icon={<Plus />}
          onClick={() => setIsCreating(true)}
        >
          {t('applications.registration_tokens.create')}
        </WriteButton>
      </Row>
      {isCreating && <CreateToken onCreated={setCreated} onClose={() => setIsCreating(false)} />}
      {created && (
        <Dialog
          isOpen
          onClose={() => setCreated(undefined)}
          title={t('applications.registration_tokens.created', { name: created.name })}
          description={t('applications.registration_tokens.once')}
          actions={<Button onClick={() => setCreated(undefined)}>{t('general.done')}</Button>}
        >
          <CopyText text={created.value} isBoxed isWrapped />
        </Dialog>
      )}
    </FormSection>
  );
};

type CreateTokenProps = {
  onCreated: (token: { name: string; value: string }) => void;
  onClose: () => void;
};

const CreateToken = ({ onCreated, onClose }: CreateTokenProps) => {
  const t = useT();
  const create = useWrite(clientRegistrations.createToken);
  return (
    <FormDialog<z.infer<typeof fields>>
      title={t('applications.registration_tokens.create')}
      submitLabel={t('applications.registration_tokens.create')}
      schema={fields}
      defaultValues={{ name: '', lifetime: '30', maximumUses: null }}
      onClose={onClose}
      submit={async ({ lifetime: days, ...values }) => {
        onCreated(await create.mutateAsync({ body: { ...values, expiresAt: expiryOf(days) } }));
        onClose();
      }}
    >
      {form => (
        <>
          <FormField form={form} name="name" label={t('general.name')} autoComplete="off" />
          <LifetimeField form={form} name="lifetime" />
          <FormField
            form={form}
            name="maximumUses"
            label={t('applications.registration_tokens.maximum_uses')}
            isOptional
          >
            {field => <NumberInput {...field} />}
          </FormField>
        </>
      )}
    </FormDialog>
  );
};
