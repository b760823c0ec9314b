import { applicationTypes } from '@gatehouse/contract/applications.ts';
import {
  type Acr,
  acrValues,
  multiFactorAcr,
  phishingResistantAcr,
  singleFactorAcr,
} from '@gatehouse/contract/authentication-levels.ts';
import { type CheckedToken, tokenCheck } from '@gatehouse/contract/token-check.ts';
import type { User } from '@gatehouse/contract/users.ts';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { Card } from '@gatehouse/ui/card.tsx';
import { CodeBlock } from '@gatehouse/ui/code-block.tsx';
import type { ComboboxOption } from '@gatehouse/ui/combobox.tsx';
import { DurationText } from '@gatehouse/ui/duration-text.tsx';
import { EmptyState } from '@gatehouse/ui/empty-state.tsx';
import { Field } from '@gatehouse/ui/field.tsx';
import { KeyValueList } from '@gatehouse/ui/key-value-list.tsx';
import { Grid, Stack } from '@gatehouse/ui/layout.tsx';
import { Select } from '@gatehouse/ui/select.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { Ticket } from 'lucide-react';
import { useState } from 'react';
import { useT } from '../../phrases.tsx';
import { ApplicationPicker } from '../../pickers/application-picker.tsx';
import { OrganizationPicker } from '../../pickers/organization-picker.tsx';
import { ResourcePicker } from '../../pickers/resource-picker.tsx';
import { useEntity } from '../../templates/entity-detail.tsx';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';
import { TokenScopes } from './token-scopes.tsx';

/** Users sign in to these. Machines get tokens of their own. */
const userTypes = applicationTypes.filter(type => type !== 'MachineToMachine');

const levelWords = {
  [singleFactorAcr]: 'users.token.one_factor',
  [multiFactorAcr]: 'authentication_levels.mfa',
  [phishingResistantAcr]: 'authentication_levels.phishing_resistant',
} as const;

type Choice = Record<'application' | 'resource' | 'organization', ComboboxOption[]>;

/** Shows the access token that the user would get, and where each permission in it comes from. */
export const UserTokenCheck = () => {
  const t = useT();
  const [choice, setChoice] = useState<Choice>({ application: [], resource: [], organization: [] });
  const [acr, setAcr] = useState<Acr>(singleFactorAcr);
  const choose = (name: keyof Choice) => (options: ComboboxOption[]) =>
    setChoice({ ...choice, [name]: options.slice(-1) });
  const applicationId = choice.application[0]?.value;
  return (
    <Stack>
      <Text tone="soft">{t('users.token.subtitle')}</Text>
      <Grid minWidth="300px">
        <Field label={t('users.token.application')}>
          <ApplicationPicker
            isSingle
            value={choice.application}
            onChange={choose('application')}
            types={userTypes}
          />
        </Field>
        <Field label={t('users.token.resource')} isOptional>
          <ResourcePicker isSingle value={choice.resource} onChange={choose('resource')} />
        </Field>
        <Field label={t('users.token.organization')} isOptional>
          <OrganizationPicker isSingle value={choice.organization} onChange={choose('organization')} />
        </Field>
        <Field label={t('users.token.level')}>
          <Select
            value={acr}
            onChange={setAcr}
            options={acrValues.map(value => ({ value, label: t(levelWords[value]) }))}
          />
        </Field>
      </Grid>
      {applicationId === undefined ? (
        <EmptyState icon={<Ticket aria-hidden />} title={t('users.token.empty_title')}>
          {t('users.token.empty')}
        </EmptyState>
      ) : (
        <Result
          query={{
            applicationId,
            resourceId: choice.resource[0]?.value,
            organizationId: choice.organization[0]?.value,
            acr,
          }}
        />
      )}
    </Stack>
  );
};

type Query = {
  applicationId: string;
  resourceId: string | undefined;
  organizationId: string | undefined;
  acr: Acr;
};

const Result = ({ query }: { query: Query }) => {
  const { id: userId } = useEntity<User>();
  const { data, failure } = useReadOrFailure(tokenCheck.checkToken, { params: { userId }, query });
  if (failure) return failure;
  return data ? <Token token={data} /> : null;
};

const Token = ({ token }: { token: CheckedToken }) => {
  const t = useT();
  const { audience, lifetimeSeconds, refusals, scopes, claims, script } = token;
  return (
    <Stack>
      {refusals.map(refusal => (
        <Callout key={refusal} tone="danger" title={t('users.token.no_token')}>
          {t(`users.token.refusals.${refusal}`)}
        </Callout>
      ))}
      {script && <ScriptNotice script={script} />}
      <Grid minWidth="340px" isFull>
        <Card title={t('users.token.facts')}>
          <KeyValueList
            items={[
              { key: t('users.token.audience'), value: audience ?? t('users.token.no_audience') },
              {
                key: t('users.token.lifetime'),
                value: <DurationText milliseconds={lifetimeSeconds * 1000} />,
              },
            ]}
          />
          {audience === null && <Text tone="soft">{t('users.token.opaque')}</Text>}
        </Card>
        {audience !== null && (
          <CodeBlock
            label={t('users.token.claims')}
            language="json"
            code={JSON.stringify(claims, undefined, 2)}
          />
        )}
      </Grid>
      {audience !== null && <TokenScopes scopes={scopes} />}
    </Stack>
  );
};

const ScriptNotice = ({ script }: { script: NonNullable<CheckedToken['script']> }) => {
  const t = useT();
  const { outcome, message, ignoredClaims, blocksToken } = script;
  if (outcome !== 'claims')
    return (
      <Callout tone={blocksToken ? 'danger' : 'warning'} title={t(`users.token.script.${outcome}`)}>
        {message} {t(blocksToken ? 'users.token.script.no_token' : 'users.token.script.token_without_claims')}
      </Callout>
    );
  if (ignoredClaims.length === 0) return null;
  return (
    <Callout tone="warning">{t('users.token.script.ignored', { names: ignoredClaims.join(', ') })}</Callout>
  );
};
