import { Button } from '@gatehouse/ui/button.tsx';
import { useState } from 'react';
import { ExperienceError, post } from '../api.ts';
import { t } from '../data.ts';
import { Failure, useAction } from '../form.tsx';
import { Frame } from '../frame.tsx';
import { replaceQuery } from '../location.ts';

/** The page that security notices link to. Mail scanners open links, so only a click locks the account. */
export const LockAccount = () => {
  const [token] = useState(() => new URLSearchParams(window.location.search).get('token'));
  const [outcome, setOutcome] = useState<'done' | 'failed' | undefined>(token ? undefined : 'failed');
  const action = useAction();
  const lock = (secret: string) =>
    action.run(async () => {
      // Requests carry the query of the page: the secret is for the body alone.
      replaceQuery('');
      await post('/experience/account-lock', { token: secret }).then(
        () => setOutcome('done'),
        (error: unknown) => {
          if (!(error instanceof ExperienceError) || error.code !== 'account_lock.invalid_link') throw error;
          setOutcome('failed');
        },
      );
    });
  if (!token || outcome)
    return (
      <Frame
        title={t(`lock_account.${outcome ?? 'failed'}`)}
        description={t(`lock_account.${outcome ?? 'failed'}_text`)}
      />
    );
  return (
    <Frame title={t('lock_account.title')} description={t('lock_account.text')}>
      <Failure action={action} />
      <Button
        variant="danger"
        size="large"
        isFullWidth
        isLoading={action.isBusy}
        onClick={() => void lock(token)}
      >
        {t('lock_account.action')}
      </Button>
    </Frame>
  );
};
