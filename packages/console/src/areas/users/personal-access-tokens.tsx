import { type PersonalAccessToken, personalAccessTokens } from '@gatehouse/contract/user-access.ts';
import type { User } from '@gatehouse/contract/users.ts';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { Row } from '@gatehouse/ui/layout.tsx';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { useEntity } from '../../templates/entity-detail.tsx';
import { CreateNamedSecret, NamedSecrets } from '../../templates/named-secrets.tsx';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';
import { useDelete } from '../../templates/use-delete.tsx';
import { WriteButton } from '../../templates/write-button.tsx';

/** Personal access tokens, with which scripts act as the user. */
export const PersonalAccessTokens = () => {
  const t = useT();
  const { id: userId } = useEntity<User>();
  const [isCreating, setIsCreating] = useState(false);
  const read = useReadOrFailure(personalAccessTokens.listPersonalAccessTokens, { params: { userId } });
  const create = useWrite(personalAccessTokens.createPersonalAccessToken);
  const rename = useWrite(personalAccessTokens.updatePersonalAccessTokenByName);
  const deletion = useDelete({
    row: personalAccessTokens.deletePersonalAccessTokenByName,
    words: 'users.tokens',
    params: ({ name }: PersonalAccessToken) => ({ userId, name }),
  });
  return (
    <FormSection title={t('users.tokens.title')} help={t('users.tokens.help')}>
      <NamedSecrets
        words="users.tokens"
        read={read}
        deletion={deletion}
        rename={(name, next) => rename.mutateAsync({ params: { userId, name }, body: { name: next } })}
      />
      <Row>
        <WriteButton
          row={personalAccessTokens.createPersonalAccessToken}
          icon={<Plus />}
          onClick={() => setIsCreating(true)}
        >
          {t('users.tokens.create')}
        </WriteButton>
      </Row>
      {isCreating && (
        <CreateNamedSecret
          words="users.tokens"
          create={body => create.mutateAsync({ params: { userId }, body })}
          onClose={() => setIsCreating(false)}
        />
      )}
    </FormSection>
  );
};
