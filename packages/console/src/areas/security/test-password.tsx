import type { PasswordPolicy } from '@gatehouse/contract/password-policy.ts';
import { type PasswordIssue, passwordIssues } from '@gatehouse/contract/password-rules.ts';
import { signInExperienceRows } from '@gatehouse/contract/sign-in-experience.ts';
import { loadPhrases } from '@gatehouse/phrases/load.ts';
import { createTranslator } from '@gatehouse/phrases/translate.ts';
import { BulletList } from '@gatehouse/ui/bullet-list.tsx';
import { Button } from '@gatehouse/ui/button.tsx';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { Field } from '@gatehouse/ui/field.tsx';
import { PasswordInput } from '@gatehouse/ui/password-input.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWrite } from '../../api.ts';
import { useTranslation } from '../../phrases.tsx';
import { HttpError } from '../../request.ts';
import { describeFailure } from '../../session/report-errors.tsx';

type Answer = { issues?: PasswordIssue[] };

/** Tests a password against the rules while they are edited, and on request against known leaks. */
export const TestPassword = ({ policy }: { policy: PasswordPolicy }) => {
  const { t, language } = useTranslation();
  const [password, setPassword] = useState('');
  const [leak, setLeak] = useState<{ password: string; isLeaked: boolean }>();
  const check = useWrite(signInExperienceRows.checkPassword, { hideErrors: true });
  const { data: phrases } = useQuery({
    queryKey: ['phrases', 'errors', language],
    queryFn: () => loadPhrases(language, 'errors'),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const askServer = async () => {
    const answer = await check.mutateAsync({ body: { password } }).catch((error: Error) => {
      if (error instanceof HttpError && error.status === 400) return error.body as unknown as Answer;
      throw error;
    });
    const isLeaked = (answer.issues ?? []).some(({ code }) => code.endsWith('.pwned'));
    setLeak({ password, isLeaked });
  };
  const issues = password ? passwordIssues(password, policy) : [];
  const say = phrases && createTranslator(language, phrases);
  const isChecked = leak?.password === password;
  return (
    <>
      <Field label={t('security.test_label')} help={t('security.test_label_help')}>
        <PasswordInput
          value={password}
          autoComplete="off"
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        />
      </Field>
      <div role="status">
        {password && say && issues.length > 0 && (
          <Callout tone="warning" title={t('security.test_refused')}>
            <BulletList
              items={issues.map(({ code, interpolation }) => ({
                key: code,
                content: say(code, interpolation),
              }))}
            />
          </Callout>
        )}
        {password && issues.length === 0 && !(isChecked && leak.isLeaked) && (
          <Callout tone="success">{t(isChecked ? 'security.test_safe' : 'security.test_good')}</Callout>
        )}
        {password && isChecked && leak.isLeaked && (
          <Callout tone="warning">{t('security.test_leaked')}</Callout>
        )}
        {check.error && !isChecked && !(check.error instanceof HttpError && check.error.status === 400) && (
          <Callout tone="danger">{describeFailure(check.error, t)}</Callout>
        )}
      </div>
      <div>
        <Button
          disabled={!password}
          isLoading={check.isPending}
          onClick={() => void askServer().catch(() => undefined)}
        >
          {t('security.test_leaks')}
        </Button>
      </div>
    </>
  );
};
