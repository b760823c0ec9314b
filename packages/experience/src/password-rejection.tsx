import { BulletList } from '@gatehouse/ui/bullet-list.tsx';
import type { ReactNode } from 'react';
import type { ExperienceError } from './api.ts';
import { type Key, t } from './data.ts';

type Issue = { code: string; interpolation?: Record<string, string | number> };

/** A failure in words; for a password against the policy, every reason at once. */
export const describeRejection = (error: ExperienceError): ReactNode => {
  const issues = (error.details as { issues?: Issue[] } | undefined)?.issues;
  if (error.code !== 'password.rejected' || !issues) return error.message;
  return (
    <>
      {t('password_rejected.title')}
      <BulletList
        items={issues.map(({ code, interpolation }) => ({
          key: code,
          content: t(phraseOf(code), interpolation),
        }))}
      />
    </>
  );
};

export const phraseOf = (code: string) =>
  `password_rejected.${code.replace(/^password_rejected\./, '')}` as Key;
