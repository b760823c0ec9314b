import { listFormat } from '@gatehouse/phrases/formatters.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Dialog } from '@gatehouse/ui/dialog.tsx';
import { Field } from '@gatehouse/ui/field.tsx';
import { Stack } from '@gatehouse/ui/layout.tsx';
import { Select } from '@gatehouse/ui/select.tsx';
import { useState } from 'react';
import { useTranslation } from '../phrases.tsx';
import { nameOfPerson } from '../templates/person.tsx';
import type { Successors, TenantToDelete } from './deletion.ts';

type HandOverProps = {
  tenants: readonly TenantToDelete[];
  onDecided: (successors: Successors | undefined) => void;
};

const everyone = 'delete';

/** For each tenant in which others work: it goes to one of them, or it is deleted for all of them. */
export const HandOver = ({ tenants, onDecided }: HandOverProps) => {
  const { t, language } = useTranslation();
  const [choices, setChoices] = useState<Record<string, string>>({});
  const isDecided = tenants.every(({ tenant }) => choices[tenant.id] !== undefined);
  const decide = () =>
    onDecided(Object.fromEntries(Object.entries(choices).filter(([, choice]) => choice !== everyone)));
  return (
    <Dialog
      isOpen
      onClose={() => onDecided(undefined)}
      title={t('profile.delete_account.hand_over_title')}
      description={t('profile.delete_account.hand_over_text')}
      actions={
        <>
          <Button onClick={() => onDecided(undefined)}>{t('general.cancel')}</Button>
          <Button variant="primary" disabled={!isDecided} onClick={decide}>
            {t('profile.continue')}
          </Button>
        </>
      }
    >
      <Stack gap={5}>
        {tenants.map(({ tenant: { id, name }, others }) => (
          <Field
            key={id}
            label={name}
            help={t('profile.delete_account.members', {
              names: listFormat(language).format(others.map(nameOfPerson)),
            })}
          >
            <Select
              value={choices[id] ?? null}
              onChange={choice => setChoices({ ...choices, [id]: choice })}
              options={[
                ...others.map(other => ({
                  value: other.id,
                  label: t('profile.delete_account.hand_over_to', { name: nameOfPerson(other) }),
                })),
                { value: everyone, label: t('profile.delete_account.delete_for_everyone') },
              ]}
            />
          </Field>
        ))}
      </Stack>
    </Dialog>
  );
};
