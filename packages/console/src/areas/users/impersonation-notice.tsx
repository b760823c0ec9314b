import { userSubjectTokens } from '@gatehouse/contract/subject-tokens.ts';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { useRead, useWrite } from '../../api.ts';
import { useTranslation } from '../../phrases.tsx';
import { WriteButton } from '../../templates/write-button.tsx';

/** Shown on the page of the user as long as a subject token for impersonation is valid. */
export const ImpersonationNotice = ({ userId }: { userId: string }) => {
  const { t, language } = useTranslation();
  const toast = useToast();
  const { data } = useRead(
    userSubjectTokens.listSubjectTokens,
    { params: { userId } },
    { hideErrors: true, everyMs: tokens => (tokens?.length ? 30_000 : false) },
  );
  const revoke = useWrite(userSubjectTokens.revokeSubjectTokens);
  const [token] = data ?? [];
  if (!token) return null;
  const takeBack = () =>
    revoke.mutateAsync({ params: { userId } }).then(
      () => toast.success(t('users.impersonate.revoked')),
      // Failed writes are reported centrally.
      () => undefined,
    );
  const time = new Intl.DateTimeFormat(language, { timeStyle: 'short' }).format(token.expiresAt);
  const { reason } = token.context;
  return (
    <Callout
      tone="warning"
      title={t('users.impersonate.notice', { time })}
      action={
        <WriteButton
          row={userSubjectTokens.revokeSubjectTokens}
          size="small"
          onClick={() => void takeBack()}
          isLoading={revoke.isPending}
        >
          {t('users.impersonate.revoke')}
        </WriteButton>
      }
    >
      {typeof reason === 'string' && reason}
    </Callout>
  );
};
