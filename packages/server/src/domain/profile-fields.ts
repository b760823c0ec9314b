import type { ProfileField } from '@gatehouse/contract/custom-profile-fields.ts';
import { type NamedField, patternsOf, profileValues } from '@gatehouse/contract/custom-profile-values.ts';
import { user, userProfile } from '@gatehouse/contract/users.ts';
import { explain } from '@gatehouse/contract/validation.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { RequestError } from '../request-error.ts';
import type { Sandbox } from '../scripts/sandbox.ts';

type Validator = {
  tenant: { id: string; cached: { profileFields(): Promise<ProfileField[]> } };
  scripts: Sandbox;
};

/** The fields that a tenant asks for, in the order of the form. */
export const listProfileFields = async (db: Kysely<Tables>) => {
  const fields = await db
    .selectFrom('customProfileFields')
    .selectAll()
    .orderBy('sieOrder')
    .orderBy('createdAt')
    .execute();
  return fields as ProfileField[];
};

/** Fields that every user can have, even if the tenant does not define them. */
const builtInFields = {
  ...user.pick({ name: true, avatar: true }).partial().shape,
  ...userProfile.shape,
};

type Choice = {
  /** The fields that are asked for. */
  isWanted?: (name: string) => boolean;
  /** The parts of the profile that the user has: without a field of the tenant they are not replaced. */
  isFilled?: (name: string) => boolean;
};

/**
 * The profile values that users entered, validated by the fields of the tenant. Unknown fields are refused. If the
 * fields are no selection, the built-in parts of a profile are accepted too.
 */
export const readProfileValues = async (
  { tenant, scripts }: Validator,
  values: Record<string, unknown>,
  { isWanted, isFilled = () => false }: Choice = {},
): Promise<Record<string, unknown>> => {
  const known = await tenant.cached.profileFields();
  const fields = known.filter(({ name }) => isWanted?.(name) ?? true) as unknown as NamedField[];
  const ownNames = isWanted
    ? {}
    : Object.fromEntries(Object.entries(builtInFields).filter(([name]) => !isFilled(name)));
  const result = profileValues(fields, ownNames).safeParse(values);
  if (!result.success) throw refusal(explain(result.error, values));
  const given = Object.fromEntries(Object.entries(result.data).filter(([, value]) => value !== undefined));
  const broken = await brokenPatterns({ tenant, scripts }, patternsOf(fields, given));
  if (broken.length) throw refusal(broken.map(path => ({ path, code: 'validation.invalid', values: {} })));
  return given;
};

const refusal = (explanations: ReturnType<typeof explain>) =>
  new RequestError('guard.invalid_input', {
    violations: explanations.map(({ path, ...rest }) => ({
      ...rest,
      path: ['values', ...path.map(String)].join('.'),
    })),
  });

const script =
  'const getCustomJwtClaims = ({ patterns }) => ({ matches: patterns.map(({ format, value }) => new RegExp(format).test(value)) });';

/** Patterns are the tenant's and can take for ever: they run where they can be stopped, and what was stopped does not match. */
const brokenPatterns = async ({ tenant, scripts }: Validator, patterns: ReturnType<typeof patternsOf>) => {
  if (patterns.length === 0) return [];
  const outcome = await scripts.run({ tenantId: tenant.id }, script, { patterns });
  const matches = outcome.kind === 'claims' ? (outcome.claims.matches as boolean[]) : [];
  return patterns.filter((_, index) => !matches[index]).map(({ path }) => path);
};
