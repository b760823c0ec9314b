import type { Write } from '../database/database.ts';
import { ChangeRefusedError } from '../database/revert.ts';
import type { ChangeEntry } from '../database/tables.ts';
import { loadSignInExperience } from './sign-in-experience.ts';

const isOn = (row: ChangeEntry['after']) =>
  (row?.captcha_policy as { enabled?: boolean } | undefined)?.enabled === true;

/** The key of a deleted provider is gone. Without a provider no CAPTCHA is shown, so the settings must not turn it on. */
export const keepCaptchaOff = async (tx: Write, entries: readonly ChangeEntry[]) => {
  const isTurnedOn = entries.some(
    ({ table, before, after }) => table === 'sign_in_experiences' && !isOn(before) && isOn(after),
  );
  if (!isTurnedOn) return;
  const provider = await tx.db.selectFrom('captchaProviders').select('id').executeTakeFirst();
  if (provider) return;
  if (entries.length === 1) throw new ChangeRefusedError('change.not_revertible', ['captchaProviders']);
  const { captchaPolicy } = await loadSignInExperience(tx.db);
  await tx.update(
    'signInExperiences',
    { id: 'default' },
    { captchaPolicy: { ...captchaPolicy, enabled: false } },
  );
};
