import { actionTypes } from '@gatehouse/contract/actions.ts';
import { adminTenantId } from '@gatehouse/contract/dialect.ts';
import type { SignInExperience } from '@gatehouse/contract/sign-in-experience.ts';
import type { Database, Write } from '../database/database.ts';
import { RequestError } from '../request-error.ts';
import { createAdministrator } from './administrators.ts';
import { systemOrigin } from './origins.ts';
import { loadSignInExperience } from './sign-in-experience.ts';

type Rescuer = { username: string; password: string; email?: string };

/**
 * Makes a way in to the console, whatever its settings are: a new administrator, and no setting that would stop one who
 * signs in with a username and a password. The settings are one change, which can be undone. Users that exist are left
 * alone, because their old secrets could not come back with an undo.
 */
export const rescueConsole = async (database: Database, { username, password, email }: Rescuer) => {
  const tenant = database.tenant(adminTenantId);
  const { experience, taken } = await tenant.read(async db => ({
    experience: await loadSignInExperience(db),
    taken: await db.selectFrom('users').select('id').where('username', '=', username).executeTakeFirst(),
  }));
  if (taken) throw new Error(`The username ${username} is already in use. Choose another one.`);
  if (asksFor(experience, 'email') && !email)
    throw new Error('The console asks for an email address. Add --email.');
  // First, so that a refused name or password leaves the settings as they are.
  await createAdministrator(database, { username, password, ...(email ? { primaryEmail: email } : {}) });
  return tenant.write(systemOrigin('rescue'), async tx => {
    const changes = [
      ...(await openSignIn(tx, await loadSignInExperience(tx.db))),
      ...(await stopScripts(tx)),
    ];
    tx.object('sign-in-experience', 'default');
    return { changes, changeId: changes.length ? tx.changeId : undefined };
  });
};

/** Restores the settings, once they are no longer a problem. */
export const undoRescue = (database: Database, changeId: string) =>
  database.tenant(adminTenantId).write(systemOrigin('rescue'), async tx => {
    const change = await tx.db
      .selectFrom('changes')
      .select('actor')
      .where('id', '=', changeId)
      .executeTakeFirst();
    if (change?.actor.id !== 'rescue') throw new RequestError('entity.not_found');
    await tx.revert(changeId);
  });

const asksFor = ({ signUp }: SignInExperience, identifier: 'email' | 'phone') =>
  signUp.identifiers.includes(identifier) ||
  (signUp.secondaryIdentifiers ?? []).some(each => [identifier, 'emailOrPhone'].includes(each.identifier));

const mandatoryPolicies: readonly string[] = [
  'Mandatory',
  'PromptAtSignInAndSignUpMandatory',
  'PromptOnlyAtSignInMandatory',
];

/** The settings that would stop the new administrator, with what is done about each. */
const obstacles = (experience: SignInExperience) => {
  const { signIn, signUp, signInMode, mfa, captchaPolicy } = experience;
  const patch: Partial<SignInExperience> = {};
  const changes: string[] = [];
  const byName = signIn.methods.find(({ identifier }) => identifier === 'username');
  if (!byName?.password) {
    const others = signIn.methods.filter(method => method !== byName);
    const usual = { verificationCode: false, isPasswordPrimary: true, ...byName };
    patch.signIn = { ...signIn, methods: [...others, { ...usual, identifier: 'username', password: true }] };
    changes.push('allowed to sign in with a username and a password');
  }
  if (signInMode === 'Register') {
    patch.signInMode = 'SignInAndRegister';
    changes.push('allowed to sign in');
  }
  if (mandatoryPolicies.includes(mfa.policy) || mfa.organizationRequiredMfaPolicy === 'Mandatory') {
    const { organizationRequiredMfaPolicy: _, ...rest } = mfa;
    patch.mfa = { ...rest, policy: mandatoryPolicies.includes(mfa.policy) ? 'NoPrompt' : mfa.policy };
    changes.push('made multi-factor authentication optional');
  }
  if (captchaPolicy.enabled) {
    patch.captchaPolicy = { ...captchaPolicy, enabled: false };
    changes.push('turned off the CAPTCHA');
  }
  if (asksFor(experience, 'phone')) {
    const identifiers = signUp.identifiers.filter(identifier => identifier !== 'phone');
    const left = (signUp.secondaryIdentifiers ?? []).filter(({ identifier }) => identifier === 'email');
    patch.signUp = {
      ...signUp,
      identifiers,
      ...(signUp.secondaryIdentifiers ? { secondaryIdentifiers: left } : {}),
    };
    changes.push('no longer asks for a phone number');
  }
  return { patch, changes };
};

const openSignIn = async (tx: Write, experience: SignInExperience) => {
  const { patch, changes } = obstacles(experience);
  if (changes.length) await tx.update('signInExperiences', { id: 'default' }, patch as never);
  return changes;
};

/** A script at sign-in can refuse everyone. */
const stopScripts = async (tx: Write) => {
  const changes: string[] = [];
  for (const key of actionTypes) {
    const row = await tx.db.selectFrom('configs').select('value').where('key', '=', key).executeTakeFirst();
    const script = row?.value as { enabled?: boolean } | undefined;
    if (!script || script.enabled === false) continue;
    await tx.update('configs', { key }, { value: { ...script, enabled: false } });
    changes.push(`turned off the sign-in script ${key}`);
  }
  return changes;
};
