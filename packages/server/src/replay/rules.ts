import type { AccessControl } from '@gatehouse/contract/application-access.ts';
import { type Acr, reaches, strongest } from '@gatehouse/contract/authentication-levels.ts';
import type { CustomClientMetadata } from '@gatehouse/contract/client-metadata.ts';
import { isPasswordExpired } from '@gatehouse/contract/sign-in-policies.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { readAccessControls } from '../domain/application-access.ts';
import { contextOfFacts, type SignInFacts } from '../domain/sign-in/facts.ts';
import { loadSignInConfiguration } from '../domain/sign-in/load.ts';
import type { Risk, Verdict } from '../domain/sign-in/situation.ts';
import { decideSignIn } from '../domain/sign-in-decision.ts';

type Configuration = Awaited<ReturnType<typeof loadSignInConfiguration>>;

/** All settings that decide about sign-ins, of the tenant or of a draft. */
export type Rules = {
  configuration: Configuration;
  connectors: ReadonlySet<string>;
  minimumAcrs: ReadonlyMap<string, Acr | undefined>;
  /** The rules of applications that only some users may sign in to. */
  guarded: ReadonlyMap<string, AccessControl>;
};

export const loadRules = async (db: Kysely<Tables>): Promise<Rules> => {
  const configuration = await loadSignInConfiguration(db);
  const connectors = await db.selectFrom('connectors').select('id').execute();
  const applications = await db
    .selectFrom('applications')
    .select(['id', 'customClientMetadata', 'appLevelAccessControlEnabled'])
    .execute();
  const guarded = applications.filter(({ appLevelAccessControlEnabled }) => appLevelAccessControlEnabled);
  return {
    configuration,
    connectors: new Set([
      ...connectors.map(({ id }) => id),
      ...configuration.ssoConnectors.map(({ id }) => id),
    ]),
    minimumAcrs: new Map(
      applications.map(({ id, customClientMetadata }) => [
        id,
        (customClientMetadata as CustomClientMetadata).minimumAcr,
      ]),
    ),
    guarded: await readAccessControls(
      db,
      guarded.map(({ id }) => id),
    ),
  };
};

/** A recorded decision about a step of a sign-in. */
export type Recorded = {
  stage: 'identify' | 'submit';
  userId: string | null;
  applicationId: string | null;
  code: string | null;
  facts: SignInFacts;
  at: number;
};

export type Objection = { rule: string; code: string; data?: Verdict['data'] };

/** Asks the rules about a step that was decided by other settings. */
export const judgeAgain = (
  rules: Rules,
  { stage, facts, applicationId, at }: Recorded,
  { risks, live }: { risks: readonly Risk[]; live: Rules },
): Objection | undefined => {
  const context = {
    ...contextOfFacts(facts),
    risks,
    requiredAcr: requiredAcr(facts.requiredAcr, applicationId, { rules, live }),
  };
  const { verdict, trace } = decideSignIn(stage, rules.configuration, context);
  if (verdict) return { rule: trace.at(-1)?.rule ?? '', code: verdict.code, data: verdict.data };
  return stage === 'identify' ? cannotProve(rules, facts, at) : undefined;
};

/** The level that a request takes can come from a setting of the application, which a draft changes. */
const requiredAcr = (
  recorded: Acr | undefined,
  applicationId: string | null,
  { rules, live }: { rules: Rules; live: Rules },
) => {
  const before = live.minimumAcrs.get(applicationId ?? '');
  const after = rules.minimumAcrs.get(applicationId ?? '');
  if (before === after) return recorded;
  const isAskedOtherwise = recorded && (!before || !reaches(before, recorded));
  return strongest([...(isAskedOtherwise ? [recorded] : []), ...(after ? [after] : [])]);
};

/** An obstacle to a proof that exists before any rule is asked. */
const cannotProve = (
  { configuration, connectors }: Rules,
  { proof, password, connectorId }: SignInFacts,
  at: number,
): Objection | undefined => {
  const { canSend, singleSignOnEnabled, passwordExpiration } = configuration;
  const isSsoOff = proof?.type === 'EnterpriseSso' && !singleSignOnEnabled;
  if (isSsoOff || (connectorId !== undefined && !connectors.has(connectorId)))
    return { rule: 'connectorIsThere', code: 'connector.not_enabled' };
  if (proof?.type === 'EmailVerificationCode' && !canSend.email)
    return { rule: 'connectorIsThere', code: 'no_email_connector' };
  if (proof?.type === 'PhoneVerificationCode' && !canSend.phone)
    return { rule: 'connectorIsThere', code: 'no_sms_connector' };
  if (password && isPasswordExpired(passwordExpiration, password, at))
    return { rule: 'passwordExpires', code: 'password.expired' };
  return undefined;
};
