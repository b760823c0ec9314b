import { Button } from '@gatehouse/ui/button.tsx';
import { CodeBlock } from '@gatehouse/ui/code-block.tsx';
import { DetailPage } from '@gatehouse/ui/detail-page.tsx';
import { EntityIcon } from '@gatehouse/ui/entity-icon.tsx';
import { FormSection, FormSections } from '@gatehouse/ui/form-section.tsx';
import { KeyValueList } from '@gatehouse/ui/key-value-list.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { Link2 } from 'lucide-react';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';

type IdentityPageProps = {
  userId: string;
  /** Undefined while loading. */
  account: { name: string; id: string; details: object | undefined } | undefined;
  facts?: { key: string; value: string }[];
  onUnlink?: () => void;
};

/** A social or enterprise account of the user, and the claims that its provider sent. */
export const IdentityPage = ({ userId, account, facts = [], onUnlink }: IdentityPageProps) => {
  const t = useT();
  return (
    <DetailPage
      back={{ href: paths.user(userId, 'settings'), label: t('users.identities.back') }}
      name={account?.name}
      icon={
        <EntityIcon size="large">
          <Link2 />
        </EntityIcon>
      }
      copyableId={account?.id}
      actions={
        onUnlink && (
          <Button variant="danger" onClick={onUnlink}>
            {t('users.identities.unlink')}
          </Button>
        )
      }
    >
      {account && (
        <FormSections>
          {facts.length > 0 && (
            <FormSection title={t('users.identities.account')}>
              <KeyValueList items={facts} />
            </FormSection>
          )}
          <FormSection title={t('users.identities.details')} help={t('users.identities.details_help')}>
            {account.details ? (
              <CodeBlock code={JSON.stringify(account.details, undefined, 2)} />
            ) : (
              <Text tone="soft">{t('users.identities.no_details')}</Text>
            )}
          </FormSection>
        </FormSections>
      )}
    </DetailPage>
  );
};
