import { type CustomizedToken, customizerKeys, jwtCustomizers } from '@gatehouse/contract/jwt-customizers.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Card } from '@gatehouse/ui/card.tsx';
import { EntityIcon } from '@gatehouse/ui/entity-icon.tsx';
import { ErrorPanel } from '@gatehouse/ui/error-panel.tsx';
import { Grid, Row, Stack } from '@gatehouse/ui/layout.tsx';
import { Page, PageHeader } from '@gatehouse/ui/page-header.tsx';
import { Skeleton } from '@gatehouse/ui/skeleton.tsx';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { Pencil, Plus, Server, Trash2, User } from 'lucide-react';
import { useRead } from '../../api.ts';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { describeFailure } from '../../shell/report-errors.tsx';
import { QuotaNotice } from '../../templates/quota-notice.tsx';
import { useDelete } from '../../templates/use-delete.tsx';
import { IdTokenClaims } from './id-token.tsx';
import { tokenWords } from './token-words.ts';

/** The two kinds of access tokens, and whether a script adds to them. */
export const Overview = () => {
  const t = useT();
  const read = useRead(jwtCustomizers.list, {}, { hideErrors: true });
  return (
    <Page>
      <PageHeader title={t('customize_jwt.title')} description={t('customize_jwt.subtitle')} />
      <QuotaNotice feature="customJwtEnabled" used={0} />
      {read.error ? (
        <ErrorPanel message={describeFailure(read.error, t)} onRetry={() => void read.refetch()} />
      ) : (
        <Grid minWidth="360px">
          {(Object.keys(customizerKeys) as CustomizedToken[]).map(tokenType => (
            <TokenCard
              key={tokenType}
              tokenType={tokenType}
              isSet={read.data?.some(({ key }) => key === customizerKeys[tokenType])}
            />
          ))}
        </Grid>
      )}
      <IdTokenClaims />
    </Page>
  );
};

const TokenCard = ({ tokenType, isSet }: { tokenType: CustomizedToken; isSet: boolean | undefined }) => {
  const t = useT();
  const words = tokenWords[tokenType];
  const deletion = useDelete({
    row: jwtCustomizers.delete,
    params: () => ({ tokenTypePath: tokenType }),
    words: 'customize_jwt',
  });
  const name = t(`${words}.title`);
  return (
    <Card>
      <Stack gap={4}>
        <Row gap={3} align="start" isOneLine>
          <EntityIcon>{tokenType === 'access-token' ? <User /> : <Server />}</EntityIcon>
          <Stack gap={1} isGrowing>
            <Row gap={2}>
              <Text isStrong>{name}</Text>
              {isSet && <Tag tone="success">{t('customize_jwt.active')}</Tag>}
            </Row>
            <Text tone="soft">{t(`${words}.text`)}</Text>
          </Stack>
        </Row>
        <Row gap={2}>
          {isSet === undefined && <Skeleton width="9em" height="var(--control-height)" />}
          {isSet === false && (
            <Button
              variant="primary"
              icon={<Plus />}
              aria-label={t('customize_jwt.write_for', { name })}
              href={paths.customizeJwt(tokenType, 'create')}
            >
              {t('customize_jwt.write')}
            </Button>
          )}
          {isSet && (
            <>
              <Button
                icon={<Pencil />}
                aria-label={t('customize_jwt.edit_for', { name })}
                href={paths.customizeJwt(tokenType, 'edit')}
              >
                {t('customize_jwt.edit')}
              </Button>
              <Button
                variant="quiet"
                icon={<Trash2 />}
                aria-label={t('customize_jwt.delete_for', { name })}
                onClick={() => void deletion.start({ name })}
              >
                {t('general.delete')}
              </Button>
            </>
          )}
        </Row>
      </Stack>
    </Card>
  );
};
