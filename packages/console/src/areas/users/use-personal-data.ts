import type { PersonExportFormat } from '@gatehouse/contract/person-export.ts';
import { userPersonalData } from '@gatehouse/contract/user-personal-data.ts';
import type { User } from '@gatehouse/contract/users.ts';
import { useConfirm } from '@gatehouse/ui/confirm.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { useWrite } from '../../api.ts';
import { useGoTo } from '../../link.tsx';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { describeFailure } from '../../session/report-errors.tsx';
import { nameOfPerson } from '../../templates/person.tsx';
import { saveFile } from '../../templates/save-file.ts';

/** Exports or erases all data of a user. */
export const usePersonalData = () => {
  const t = useT();
  const confirm = useConfirm();
  const toast = useToast();
  const goTo = useGoTo();
  const { mutateAsync } = useWrite(userPersonalData.erase, { isLeaving: true });
  return {
    save: ({ id }: User, format: PersonExportFormat) =>
      saveFile(
        userPersonalData.export,
        { params: { userId: id }, query: { format } },
        `personal-data-${id}.${format}`,
      ).then(
        () => toast.success(t('users.personal_data.exported')),
        (error: Error) => toast.error(describeFailure(error, t)),
      ),
    async erase(user: User) {
      const name = nameOfPerson(user);
      const [isConfirmed] = await confirm({
        title: t('users.personal_data.erase_title', { name }),
        body: t('users.personal_data.erase_text'),
        confirmLabel: t('users.personal_data.erase'),
        isDanger: true,
        nameToType: name,
      });
      if (!isConfirmed) return;
      const isDone = await mutateAsync({ params: { userId: user.id } }).then(
        () => true,
        () => false,
      );
      if (!isDone) return;
      toast.success(t('users.personal_data.erased', { name }));
      goTo(paths.users());
    },
  };
};
