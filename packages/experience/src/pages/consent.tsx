import { organizationResource } from '@gatehouse/contract/dialect.ts';
import { Avatar } from '@gatehouse/ui/avatar.tsx';
import { BulletList } from '@gatehouse/ui/bullet-list.tsx';
import { Button } from '@gatehouse/ui/button.tsx';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { Checkbox } from '@gatehouse/ui/checkbox.tsx';
import { FieldGroup } from '@gatehouse/ui/field-group.tsx';
import { Stack } from '@gatehouse/ui/layout.tsx';
import { TextLink } from '@gatehouse/ui/link.tsx';
import { Logo } from '@gatehouse/ui/logo.tsx';
import { LogoPair } from '@gatehouse/ui/logo-pair.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { ThemedImage } from '@gatehouse/ui/themed-image.tsx';
import { useState } from 'react';
import { ExperienceError } from '../api.ts';
import { data, type Key, t } from '../data.ts';
import { denyConsent, grantConsent } from '../flow.ts';
import { Frame } from '../frame.tsx';
import { Message } from './message.tsx';

/** The consent page of a third-party application. */
export const Consent = () => {
  const [busyWith, setBusyWith] = useState<'grant' | 'deny'>();
  const [failure, setFailure] = useState<string>();
  const { consent } = data;
  const organizations = consent?.organizations ?? [];
  const [organizationIds, setOrganizationIds] = useState(() => organizations.map(({ id }) => id));
  if (!consent) return <Message kind="session_not_found" />;

  const application = consent.application.displayName ?? consent.application.name;
  const { name, username, primaryEmail, id } = consent.user;

  const answer = async (choice: 'grant' | 'deny') => {
    setBusyWith(choice);
    setFailure(undefined);
    await (choice === 'grant' ? grantConsent(organizationIds) : denyConsent()).catch((error: unknown) => {
      setBusyWith(undefined);
      setFailure(error instanceof ExperienceError ? error.message : t('errors.unexpected'));
    });
  };

  return (
    <Frame
      logo={<BothLogos name={application} branding={consent.application.branding} />}
      title={t('consent.title', { application })}
      description={t('consent.signed_in_as', { user: name ?? username ?? primaryEmail ?? id })}
      footer={<AboutApplication consent={consent} name={application} />}
    >
      <Stack gap={5}>
        {failure && <Callout tone="danger">{failure}</Callout>}
        <RequestedScopes />
        {organizations.length > 0 && (
          <SharedOrganizations
            organizations={organizations}
            value={organizationIds}
            onChange={setOrganizationIds}
          />
        )}
        <Stack gap={3}>
          <Button
            variant="primary"
            size="large"
            isFullWidth
            isLoading={busyWith === 'grant'}
            onClick={() => void answer('grant')}
          >
            {t('consent.allow')}
          </Button>
          <Button
            size="large"
            isFullWidth
            isLoading={busyWith === 'deny'}
            onClick={() => void answer('deny')}
          >
            {t('consent.cancel')}
          </Button>
        </Stack>
      </Stack>
    </Frame>
  );
};

type ConsentData = NonNullable<typeof data.consent>;

type BothLogosProps = { name: string; branding: ConsentData['application']['branding'] };

/** The application asks, the tenant is asked. */
const BothLogos = ({ name, branding }: BothLogosProps) => {
  const own = data.signInExperience.branding;
  return (
    <LogoPair
      from={
        branding?.logoUrl ? (
          <ThemedImage src={branding.logoUrl} darkSrc={branding.darkLogoUrl} />
        ) : (
          <Avatar name={name} size={40} />
        )
      }
      to={own.logoUrl ? <ThemedImage src={own.logoUrl} darkSrc={own.darkLogoUrl} /> : <Logo size={36} />}
    />
  );
};

/** The redirect host, and the application's terms and privacy links. */
const AboutApplication = ({ consent, name }: { consent: ConsentData; name: string }) => {
  const { host } = new URL(consent.redirectUri);
  const { termsOfUseUrl, privacyPolicyUrl } = consent.application;
  return (
    <>
      <p>{t('consent.redirect_note', { host })}</p>
      {termsOfUseUrl && (
        <TextLink href={termsOfUseUrl} target="_blank">
          {t('consent.terms', { application: name })}
        </TextLink>
      )}{' '}
      {privacyPolicyUrl && (
        <TextLink href={privacyPolicyUrl} target="_blank">
          {t('consent.privacy', { application: name })}
        </TextLink>
      )}
    </>
  );
};

type SharedOrganizationsProps = {
  organizations: readonly { id: string; name: string }[];
  value: string[];
  onChange: (ids: string[]) => void;
};

const SharedOrganizations = ({ organizations, value, onChange }: SharedOrganizationsProps) => (
  <FieldGroup label={t('consent.organizations')} help={t('consent.organizations_help')}>
    {organizations.map(({ id, name: label }) => (
      <Checkbox
        key={id}
        label={label}
        value={value.includes(id)}
        onChange={isShared => onChange(isShared ? [...value, id] : value.filter(other => other !== id))}
      />
    ))}
  </FieldGroup>
);

const RequestedScopes = () => {
  const { missingOIDCScope = [], missingResourceScopes = [] } = data.consent ?? {};
  const own = missingOIDCScope.filter(scope => scope !== 'openid');
  if (own.length === 0 && missingResourceScopes.length === 0) return <p>{t('consent.nothing')}</p>;
  return (
    <Stack gap={4}>
      <Stack gap={2}>
        <Text isStrong>{t('consent.will_be_able_to')}</Text>
        <BulletList
          mark="tick"
          items={own.map(scope => ({
            key: scope,
            content: t(`consent.scopes.${scope.replace('urn:logto:scope:', '')}` as Key),
          }))}
        />
      </Stack>
      {missingResourceScopes.map(({ resource, scopes }) => (
        <Stack key={resource.id} gap={2}>
          {resource.id !== organizationResource && (
            <Text isStrong>{t('consent.api', { api: resource.name })}</Text>
          )}
          <BulletList
            mark="tick"
            items={scopes.map(({ id, name, description }) => ({ key: id, content: description ?? name }))}
          />
        </Stack>
      ))}
    </Stack>
  );
};
