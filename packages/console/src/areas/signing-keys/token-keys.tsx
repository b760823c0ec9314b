import { oidcConfigs, type SigningKey } from '@gatehouse/contract/oidc-configs.ts';
import { DateText } from '@gatehouse/ui/date-text.tsx';
import { Stack } from '@gatehouse/ui/layout.tsx';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { useState } from 'react';
import { useT } from '../../phrases.tsx';
import { codeColumn, dateColumn } from '../../templates/columns.tsx';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';
import { useDelete } from '../../templates/use-delete.tsx';
import { KeyTable, type Named } from './key-table.tsx';
import { RotateTokenKeys } from './rotate-token-keys.tsx';

const tones = { Next: 'accent', Current: 'success', Previous: 'neutral' } as const;

/** The keys that sign tokens. */
export const TokenKeys = () => {
  const t = useT();
  const read = useReadOrFailure(oidcConfigs.listSigningKeys, {});
  const [isRotating, setIsRotating] = useState(false);
  const deletion = useDelete({
    row: oidcConfigs.deleteSigningKey,
    params: ({ id }: Named<SigningKey>) => ({ keyId: id }),
    isAllowed: ({ status }) => status === 'Previous',
    words: 'signing_keys.token_keys',
  });
  return (
    <>
      <KeyTable
        words="signing_keys.token_keys"
        read={read}
        deletion={deletion}
        rotation={oidcConfigs.rotateSigningKeys}
        onRotate={() => setIsRotating(true)}
        columns={[
          codeColumn(t('signing_keys.key_id'), 'id'),
          {
            id: 'status',
            header: t('signing_keys.status'),
            cell: ({ status, effectiveAt }) => (
              <Stack gap={1}>
                <span>
                  <Tag tone={tones[status]}>{t(`signing_keys.statuses.${status}`)}</Tag>
                </span>
                {status === 'Next' && (
                  <Text tone="soft" size="small">
                    {t('signing_keys.signs_from')} <DateText value={effectiveAt} as="moment" />
                  </Text>
                )}
              </Stack>
            ),
          },
          codeColumn(t('signing_keys.algorithm'), 'algorithm'),
          dateColumn(t('general.created'), 'createdAt'),
        ]}
      />
      {isRotating && <RotateTokenKeys onClose={() => setIsRotating(false)} />}
    </>
  );
};
