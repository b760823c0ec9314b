import { type SignInChange, type StuckReason, signInChanges } from '@gatehouse/contract/sign-in-changes.ts';
import type { CheckedMethod } from '@gatehouse/contract/sign-in-check.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Card } from '@gatehouse/ui/card.tsx';
import { Divider } from '@gatehouse/ui/divider.tsx';
import { Row, Stack } from '@gatehouse/ui/layout.tsx';
import { TextLink } from '@gatehouse/ui/link.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { Fragment } from 'react';
import { paths } from '../../paths.ts';
import { useT, useTranslation } from '../../phrases.tsx';
import { useWriteTarget } from '../../session/write-target.ts';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';
import { useRefusalSetting } from '../../templates/refusal-setting.ts';
import { useDraftDialog } from '../../templates/save-to-draft.tsx';
import { sendAll, useApplyChanges, type Words } from './use-apply-changes.tsx';

export type CheckedPlace = { applicationId?: string; device: 'new' | 'known'; country?: string };

type SignInChangesProps = {
  about: { userId: string; method: CheckedMethod; target?: string; stuckOn?: StuckReason };
  place: CheckedPlace;
};

/** The smallest changes that would let a stopped sign-in through, each tried with its rules. */
export const SignInChanges = ({ about, place }: SignInChangesProps) => {
  const t = useT();
  const { userId, ...sign } = about;
  const { data, failure } = useReadOrFailure(signInChanges.listSignInChanges, {
    params: { userId },
    query: { ...place, ...sign },
  });
  return (
    <Card title={t('users.check.changes.title')}>
      {failure}
      {data?.length === 0 && <Text tone="soft">{t('users.check.changes.none')}</Text>}
      <Stack gap={4}>
        {data?.map(({ changes }, index) => (
          <Fragment key={JSON.stringify(changes.map(({ requests }) => requests))}>
            {index > 0 && <Divider />}
            <Suggestion changes={changes} about={{ ...about, applicationId: place.applicationId }} />
          </Fragment>
        ))}
      </Stack>
    </Card>
  );
};

type About = SignInChangesProps['about'] & { applicationId?: string };

const Suggestion = ({ changes, about }: { changes: readonly SignInChange[]; about: About }) => {
  const t = useT();
  const describe = useDescription(about.method);
  const apply = useApplyChanges();
  const draft = useDraftDialog();
  const target = useWriteTarget();
  const words = changes.map(describe);
  const all = changes.flatMap(({ requests }) => requests);
  const names = words.map(({ does }) => does).join(', ');
  const isOpen = changes.every(({ obstacle }) => obstacle === undefined);
  const canBeDrafted = changes.every(
    change => change.canBeDrafted && [undefined, 'approval'].includes(change.obstacle),
  );
  return (
    <Row justify="between" align="start" isOneLine>
      <Stack gap={3}>
        {changes.map((change, index) => (
          <Change key={JSON.stringify(change.requests)} change={change} words={words[index]!} about={about} />
        ))}
      </Stack>
      {(isOpen || canBeDrafted) && (
        <Row>
          {canBeDrafted && (
            <Button
              size="small"
              aria-label={`${t('general.save_to_draft')}: ${names}`}
              onClick={() => draft.open(() => sendAll(all, { target }))}
            >
              {t('general.save_to_draft')}
            </Button>
          )}
          {isOpen && (
            <Button
              size="small"
              aria-label={`${t('users.check.changes.apply')}: ${names}`}
              onClick={() => void apply(changes, words)}
            >
              {t('users.check.changes.apply')}
            </Button>
          )}
        </Row>
      )}
      {draft.dialog}
    </Row>
  );
};

const Change = ({ change, words, about }: { change: SignInChange; words: Words; about: About }) => {
  const t = useT();
  const { setting, obstacle, permission } = change;
  const { userId, applicationId } = about;
  const link = useRefusalSetting({ userId, applicationId, error: { code: '', setting } });
  const href = hrefOf(change) ?? link?.href;
  const obstacles = {
    permission: t('users.check.changes.needs', { permission }),
    managed_as_code: t('users.check.changes.managed'),
    approval: t('users.check.changes.approval'),
    plan: t('users.check.changes.plan'),
  };
  return (
    <Stack gap={1}>
      <Text isStrong>{words.does}</Text>
      {words.opens.map(line => (
        <Text key={line} size="small" tone="soft">
          {line}
        </Text>
      ))}
      {obstacle && (
        <Text size="small" tone="danger">
          {obstacles[obstacle]}
        </Text>
      )}
      {href && (
        <TextLink href={href} aria-label={`${t('users.check.changes.open')}: ${words.does}`}>
          {t('users.check.changes.open')}
        </TextLink>
      )}
    </Stack>
  );
};

/** The page of the object that the change is about. */
const hrefOf = ({ kind, object, organization }: SignInChange) => {
  if (organization) return paths.organization(organization.id, 'members');
  if (!object) return undefined;
  if (kind === 'assign_role') return paths.role(object.id, 'users');
  if (kind === 'release_domain') return paths.enterpriseSso(object.id);
  return paths.organization(object.id, kind === 'add_to_organization' ? 'members' : 'settings');
};

const opening = [
  'add_to_organization',
  'assign_role',
  'remove_factors',
  'skip_mfa',
  'organization_without_mfa',
  'lower_level',
  'open_application',
  'release_domain',
  'enable_passkeys',
  'enable_method',
  'enable_sso',
  'allow_sign_in',
  'disable_adaptive_mfa',
  'disable_factor',
  'relax_organization_mfa',
  'relax_mfa',
  'disable_captcha',
  'stop_password_expiration',
  'disable_sso',
] as const;

const useDescription = (method: CheckedMethod) => {
  const { t, language } = useTranslation();
  return ({ kind, object, organization, identifier, factor, affects }: SignInChange): Words => {
    const what = {
      name: object?.name ?? '',
      organization: organization?.name ?? '',
      factor: factor ? t(`users.factors.types.${factor}`) : '',
      method: t(`users.check.methods.${method}`),
    };
    const does =
      kind === 'add_identifier'
        ? t(`users.check.changes.does.add_${identifier ?? 'username'}`)
        : t(`users.check.changes.does.${kind}`, what);
    const opened = opening.find(
      each => each === (kind === 'assign_organization_role' ? 'assign_role' : kind),
    );
    const number = affects && new Intl.NumberFormat(language).format(affects.count);
    const isFew = !affects || (affects.count === 0 && !affects.isCapped);
    return {
      does,
      opens: [
        ...(opened ? [t(`users.check.changes.opens.${opened}`)] : []),
        ...(isFew || !number
          ? []
          : [t(`users.check.changes.${affects.isCapped ? 'affected_more' : 'affected'}`, { number })]),
      ],
    };
  };
};
