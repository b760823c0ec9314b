import { actions } from '@gatehouse/contract/actions.ts';
import { type CustomizedToken, customizerKeys, jwtCustomizers } from '@gatehouse/contract/jwt-customizers.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Card } from '@gatehouse/ui/card.tsx';
import { EntityIcon } from '@gatehouse/ui/entity-icon.tsx';
import { Grid, Row, Stack } from '@gatehouse/ui/layout.tsx';
import { Page, PageHeader } from '@gatehouse/ui/page-header.tsx';
import { Section } from '@gatehouse/ui/section.tsx';
import { Skeleton } from '@gatehouse/ui/skeleton.tsx';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { KeyRound, LogIn, Pencil, Plus, Server, Trash2, User } from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { QuotaNotice } from '../../templates/quota-notice.tsx';
import { type ReadOrFailure, useReadOrFailure } from '../../templates/read-or-failure.tsx';
import { type Deletion, useDelete } from '../../templates/use-delete.tsx';
import { IdTokenClaims } from './id-token.tsx';
import { type SignInMoment, signInMoments } from './sign-in-moments.ts';
import { tokenWords } from './token-words.ts';

/** Every script of the tenant: those for tokens and those for sign-ins. */
export const Overview = () => {
  const t = useT();
  return (
    <Page>
      <PageHeader title={t('customize_jwt.title')} description={t('customize_jwt.subtitle')} />
      <QuotaNotice feature="customJwtEnabled" used={0} />
      <TokenScripts />
      <IdTokenClaims />
      <Section title={t('customize_jwt.sign_in.title')} description={t('customize_jwt.sign_in.help')}>
        <SignInScripts />
      </Section>
    </Page>
  );
};

const tokenTypes = Object.keys(customizerKeys) as CustomizedToken[];

const TokenScripts = () => {
  const t = useT();
  const read = useReadOrFailure(jwtCustomizers.list, {});
  const deletion = useDelete({
    row: jwtCustomizers.delete,
    params: ({ id }: Script) => ({ tokenTypePath: id }),
    words: 'customize_jwt',
  });
  return (
    <Scripts
      read={read}
      deletion={deletion}
      scripts={tokenTypes.map(tokenType => {
        const isSet = read.data?.some(({ key }) => key === customizerKeys[tokenType]);
        return {
          id: tokenType,
          name: t(`${tokenWords[tokenType]}.title`),
          text: t(`${tokenWords[tokenType]}.text`),
          icon: tokenType === 'access-token' ? <User /> : <Server />,
          state: isSet ? 'active' : 'none',
          href: paths.tokenScript(tokenType, isSet ? 'edit' : 'create'),
        };
      })}
    />
  );
};

const moments = Object.keys(signInMoments) as SignInMoment[];

const SignInScripts = () => {
  const t = useT();
  const read = useReadOrFailure(actions.list, {});
  const deletion = useDelete({
    row: actions.delete,
    params: ({ id }: Script) => ({ actionType: id }),
    words: 'customize_jwt.sign_in',
  });
  return (
    <Scripts
      read={read}
      deletion={deletion}
      scripts={moments.map(moment => {
        const kept = read.data?.find(({ key }) => key === signInMoments[moment]);
        return {
          id: signInMoments[moment],
          name: t(`customize_jwt.sign_in.moments.${moment}.title`),
          text: t(`customize_jwt.sign_in.moments.${moment}.text`),
          icon: moment === 'first-factor' ? <KeyRound /> : <LogIn />,
          state: kept ? (kept.value.enabled === false ? 'off' : 'active') : 'none',
          href: paths.signInScript(moment),
        };
      })}
    />
  );
};

type Script = {
  id: string;
  name: string;
  text: string;
  icon: ReactNode;
  state: 'none' | 'active' | 'off';
  href: string;
};

type ScriptsProps = {
  read: ReadOrFailure<unknown>;
  scripts: Script[];
  deletion: Deletion<Script>;
};

const Scripts = ({ read: { data, failure }, scripts, deletion }: ScriptsProps) => {
  if (failure) return failure;
  return (
    <Grid minWidth="360px">
      {scripts.map(script => (
        <ScriptCard
          key={script.id}
          script={script}
          isLoading={!data}
          onDelete={() => void deletion.start(script)}
        />
      ))}
    </Grid>
  );
};

type ScriptCardProps = { script: Script; isLoading: boolean; onDelete: () => void };

const ScriptCard = ({ script, isLoading, onDelete }: ScriptCardProps) => {
  const t = useT();
  const { name, text, icon, state, href } = script;
  return (
    <Card>
      <Stack gap={4}>
        <Row gap={3} align="start" isOneLine>
          <EntityIcon>{icon}</EntityIcon>
          <Stack gap={1} isGrowing>
            <Row gap={2}>
              <Text isStrong>{name}</Text>
              {state === 'active' && <Tag tone="success">{t('customize_jwt.active')}</Tag>}
              {state === 'off' && <Tag>{t('customize_jwt.sign_in.off')}</Tag>}
            </Row>
            <Text tone="soft">{text}</Text>
          </Stack>
        </Row>
        <Row gap={2}>
          {isLoading && <Skeleton width="9em" height="var(--control-height)" />}
          {!isLoading && state === 'none' && (
            <Button
              variant="primary"
              icon={<Plus />}
              aria-label={t('customize_jwt.write_for', { name })}
              href={href}
            >
              {t('customize_jwt.write')}
            </Button>
          )}
          {!isLoading && state !== 'none' && (
            <>
              <Button icon={<Pencil />} aria-label={t('customize_jwt.edit_for', { name })} href={href}>
                {t('customize_jwt.edit')}
              </Button>
              <Button
                variant="quiet"
                icon={<Trash2 />}
                aria-label={t('customize_jwt.delete_for', { name })}
                onClick={onDelete}
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
