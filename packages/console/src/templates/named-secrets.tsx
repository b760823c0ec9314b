import { dayMs } from '@gatehouse/contract/duration.ts';
import { DataTable } from '@gatehouse/ui/data-table.tsx';
import { DateText } from '@gatehouse/ui/date-text.tsx';
import { EmptyState } from '@gatehouse/ui/empty-state.tsx';
import { SecretText } from '@gatehouse/ui/secret-text.tsx';
import { Select } from '@gatehouse/ui/select.tsx';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { KeyRound, Pencil } from 'lucide-react';
import { useState } from 'react';
import type { FieldPathByValue, FieldValues } from 'react-hook-form';
import { z } from 'zod';
import { useT, useWords, type Words } from '../phrases.tsx';
import { FormDialog } from './form-dialog.tsx';
import { type Form, FormField } from './form-field.tsx';
import { deletionItem } from './menu-items.tsx';
import type { ReadOrFailure } from './read-or-failure.tsx';
import type { Deletion } from './use-delete.tsx';

type NamedSecret = { name: string; value: string; expiresAt: number | null };

type NamedSecretsProps<Secret extends NamedSecret> = {
  words: Words<'title' | 'empty' | 'value'>;
  read: ReadOrFailure<Secret[]>;
  deletion: Deletion<Secret>;
  rename: (name: string, next: string) => Promise<unknown>;
};

/** Secrets with a name and an expiry, hidden until asked for. */
export const NamedSecrets = <Secret extends NamedSecret>(props: NamedSecretsProps<Secret>) => {
  const { words, read, deletion, rename } = props;
  const t = useT();
  const say = useWords(words);
  const [renamed, setRenamed] = useState<string>();
  return (
    <>
      <DataTable
        label={say('title')}
        rows={read.data}
        error={read.failure}
        rowKey={({ name }) => name}
        rowName={({ name }) => name}
        skeletonRows={1}
        empty={<EmptyState icon={<KeyRound aria-hidden />}>{say('empty')}</EmptyState>}
        rowMenu={secret => [
          {
            label: t('named_secrets.rename'),
            icon: <Pencil />,
            onSelect: () => setRenamed(secret.name),
          },
          deletionItem(deletion, secret),
        ]}
        columns={[
          { id: 'name', header: t('general.name'), cell: ({ name }) => name },
          { id: 'value', header: say('value'), cell: ({ value }) => <SecretText text={value} /> },
          {
            id: 'expires',
            header: t('named_secrets.expires'),
            cell: secret => <Expiry {...secret} />,
          },
        ]}
      />
      {renamed !== undefined && (
        <RenameSecret name={renamed} rename={rename} onClose={() => setRenamed(undefined)} />
      )}
    </>
  );
};

/** When something can no longer be used. */
export const Expiry = ({ expiresAt }: { expiresAt: number | null }) => {
  const t = useT();
  if (expiresAt === null) return t('general.never');
  if (expiresAt <= Date.now()) return <Tag tone="danger">{t('named_secrets.expired')}</Tag>;
  return <DateText value={expiresAt} />;
};

type RenameSecretProps = {
  name: string;
  rename: (name: string, next: string) => Promise<unknown>;
  onClose: () => void;
};

const RenameSecret = ({ name, rename, onClose }: RenameSecretProps) => {
  const t = useT();
  return (
    <FormDialog
      title={t('named_secrets.rename_named', { name })}
      submitLabel={t('named_secrets.rename')}
      schema={secretFields.pick({ name: true })}
      defaultValues={{ name }}
      onClose={onClose}
      submit={async values => {
        await rename(name, values.name);
        onClose();
      }}
    >
      {form => <FormField form={form} name="name" label={t('general.name')} autoComplete="off" />}
    </FormDialog>
  );
};

const lifetimesInDays = ['7', '30', '90', '365', 'never'] as const;
export const lifetime = z.enum(lifetimesInDays);
type Lifetime = z.infer<typeof lifetime>;
const secretFields = z.object({ name: z.string().min(1).max(256), lifetime });

export const expiryOf = (days: Lifetime) => (days === 'never' ? null : Date.now() + Number(days) * dayMs);

/** For how long something that is created can be used. */
export const LifetimeField = <
  Values extends FieldValues,
  Name extends FieldPathByValue<Values, Lifetime>,
>(props: {
  form: Form<Values>;
  name: Name;
}) => {
  const t = useT();
  return (
    <FormField {...props} label={t('named_secrets.expiration')}>
      {field => (
        <Select
          {...field}
          options={lifetimesInDays.map(value => ({
            value,
            label:
              value === 'never'
                ? t('general.never')
                : t('named_secrets.expiration_days', { count: Number(value) }),
          }))}
        />
      )}
    </FormField>
  );
};

type CreateNamedSecretProps = {
  words: Words<'create' | 'created' | 'name_placeholder'>;
  create: (secret: { name: string; expiresAt: number | null }) => Promise<unknown>;
  onClose: () => void;
};

export const CreateNamedSecret = ({ words, create, onClose }: CreateNamedSecretProps) => {
  const t = useT();
  const say = useWords(words);
  const toast = useToast();
  return (
    <FormDialog<z.infer<typeof secretFields>>
      title={say('create')}
      submitLabel={say('create')}
      schema={secretFields}
      defaultValues={{ name: '', lifetime: 'never' }}
      onClose={onClose}
      submit={async ({ name, lifetime: days }) => {
        await create({ name, expiresAt: expiryOf(days) });
        toast.success(say('created', { name }));
        onClose();
      }}
    >
      {form => (
        <>
          <FormField
            form={form}
            name="name"
            label={t('general.name')}
            placeholder={say('name_placeholder')}
            autoComplete="off"
          />
          <LifetimeField form={form} name="lifetime" />
        </>
      )}
    </FormDialog>
  );
};
