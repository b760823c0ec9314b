import { userPersonalData } from '@gatehouse/contract/user-personal-data.ts';
import type { User } from '@gatehouse/contract/users.ts';
import { shortDate } from '@gatehouse/phrases/formatters.ts';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { useWrite } from '../../api.ts';
import { useTranslation } from '../../phrases.tsx';
import { nameOfPerson } from '../../templates/person.tsx';
import { WriteButton } from '../../templates/write-button.tsx';

/** The user asked for the deletion of the account; until then an administrator can keep it. */
export const DeletionNotice = ({ user }: { user: User }) => {
  const { t, language } = useTranslation();
  const toast = useToast();
  const { mutateAsync, isPending } = useWrite(userPersonalData.cancelDeletion);
  if (user.deletionDueAt === null) return null;
  const keep = () =>
    mutateAsync({ params: { userId: user.id } }).then(
      () => toast.success(t('users.deletion.kept', { name: nameOfPerson(user) })),
      () => undefined,
    );
  return (
    <Callout
      tone="warning"
      title={t('users.deletion.title', { date: shortDate(user.deletionDueAt, language) })}
      action={
        <WriteButton
          row={userPersonalData.cancelDeletion}
          size="small"
          isLoading={isPending}
          onClick={() => void keep()}
        >
          {t('users.deletion.keep')}
        </WriteButton>
      }
    >
      {t('users.deletion.text')}
    </Callout>
  );
};
