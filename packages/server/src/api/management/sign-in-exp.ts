import { basename } from 'node:path';
import { adminTenantId, allScope } from '@gatehouse/contract/dialect.ts';
import { defaultPageSize } from '@gatehouse/contract/endpoint.ts';
import type {
  signInExperienceRows as rows,
  SignInExperience,
} from '@gatehouse/contract/sign-in-experience.ts';
import { brokenSignInRules } from '@gatehouse/contract/sign-in-rules.ts';
import { customUiLimits } from '@gatehouse/contract/uploads.ts';
import { isSupportedLanguage } from '@gatehouse/phrases/languages.ts';
import type { Kysely } from 'kysely';
import { findFactory } from '../../connectors/catalogue.ts';
import type { Tables } from '../../database/tables.ts';
import { findPasswordIssues } from '../../domain/password-policy.ts';
import { describePreview, type Unsaved } from '../../domain/preview.ts';
import { loadSignInConfiguration } from '../../domain/sign-in/load.ts';
import { requireWorkable } from '../../domain/sign-in/settings-rules.ts';
import { loadSignInExperience } from '../../domain/sign-in-experience.ts';
import { countUsernameConflicts, listUsernameConflicts } from '../../domain/username-conflicts.ts';
import { findUser } from '../../domain/users.ts';
import { holds } from '../../http/authenticate.ts';
import { type Handlers, ownTransaction } from '../../http/implement.ts';
import { RequestError } from '../../request-error.ts';
import { unpackCustomUi } from '../../uploads/custom-ui.ts';
import { storeFile } from '../../uploads/file-store.ts';
import { receiveFile } from '../../uploads/receive.ts';

export const signInExperience: Handlers<typeof rows> = {
  read: ({ db }) => loadSignInExperience(db),

  async update({ tx, db, body }) {
    const { passwordExpiration, socialSignInConnectorTargets: targets, ...rest } = body;
    const before = await loadSignInConfiguration(db);
    const { enabled, validPeriodDays } = before.passwordExpiration;
    const patch = {
      ...rest,
      ...(targets ? { socialSignInConnectorTargets: await knownTargets(db, targets) } : {}),
      ...(passwordExpiration
        ? { passwordExpiration: { enabled, validPeriodDays, ...passwordExpiration } }
        : {}),
    };
    const [broken] = brokenSignInRules({ ...before, ...patch });
    if (broken) throw new RequestError(broken.code, { data: { path: broken.path } });
    await requirePhrases(db, patch.languageInfo?.fallbackLanguage);
    await requireWorkable(db, before, patch);
    const updated = await tx.update(
      'signInExperiences',
      { id: 'default' },
      { ...patch, ...datesOf(before, patch) },
    );
    tx.object('sign-in-experience', 'default');
    return updated as SignInExperience;
  },

  preview: async ({ db, tenant, body }) => ({ ...(await describePreview(db, tenant.id, body as Unsaved)) }),

  listUsernameConflicts: async ({ db, query }) => ({
    totalConflicts: await countUsernameConflicts(db),
    samples: await listUsernameConflicts(db, query.limit ?? defaultPageSize),
  }),

  uploadCustomUi: ownTransaction(async ({ request, tenant, services }) => {
    if (tenant.id === adminTenantId) throw new RequestError('guard.not_allowed_for_admin_tenant');
    // Scripts of one tenant must not run where another one's pages live.
    if (new URL(tenant.endpoint).pathname !== '/') throw new RequestError('request.feature_not_supported');
    const file = await receiveFile(request, customUiLimits);
    if (!(await unpackCustomUi(file.bytes))) {
      const violation = { path: 'file', code: 'validation.custom_ui', values: {} } as const;
      throw new RequestError('guard.invalid_input', { violations: [violation] });
    }
    const name = await storeFile(services.files, tenant.id, file);
    return { customUiAssetId: basename(name, '.zip') };
  }),

  checkPassword: ownTransaction(async ({ body, caller, tenant, services, reply }) => {
    const { password, userId } = body;
    // A rejection could reveal the user's name or address, so the caller must be allowed to read users.
    if (userId !== undefined && !holds(caller, allScope, 'read:data', 'users:read'))
      throw new RequestError('auth.forbidden');
    const user = userId === undefined ? undefined : await tenant.database.read(db => findUser(db, userId));
    const issues = await findPasswordIssues({ tenant, services }, password, {
      name: user?.name,
      username: user?.username,
      email: user?.primaryEmail,
      phone: user?.primaryPhone,
    });
    if (issues.length === 0) return { result: true };
    reply.code(400);
    return { result: false, issues };
  }),
};

/** Clients of the dialect may name targets that no longer have a connector. */
const knownTargets = async (db: Kysely<Tables>, targets: string[]) => {
  const connectors = await db.selectFrom('connectors').select(['connectorId', 'metadata']).execute();
  const known = connectors.map(
    ({ connectorId, metadata }) => metadata.target ?? findFactory(connectorId)?.metadata.target,
  );
  return targets.filter(target => known.includes(target));
};

/** Passwords grow old from the moment on that the rule is there, whatever the request says. */
const datesOf = (before: SignInExperience, { passwordExpiration }: Partial<SignInExperience>) => {
  if (!passwordExpiration) return {};
  const { enabledAt: _, ...rule } = passwordExpiration;
  const { enabled, enabledAt = Date.now() } = before.passwordExpiration;
  return {
    passwordExpiration: rule.enabled ? { ...rule, enabledAt: enabled ? enabledAt : Date.now() } : rule,
  };
};

/** Pages in a language without any phrases would be half empty. */
const requirePhrases = async (db: Kysely<Tables>, language: string | undefined) => {
  if (language === undefined || isSupportedLanguage(language)) return;
  const own = await db
    .selectFrom('customPhrases')
    .select('id')
    .where('languageTag', '=', language)
    .executeTakeFirst();
  if (!own)
    throw new RequestError('sign_in_experiences.unsupported_default_language', { data: { language } });
};
