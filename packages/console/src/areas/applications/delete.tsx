import { type Application, applications } from '@gatehouse/contract/applications.ts';
import { useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { useDelete } from '../../templates/use-delete.tsx';

export const useDeleteApplication = () => {
  const t = useT();
  const confirmAndDelete = useDelete();
  const { mutateAsync } = useWrite(applications.delete);
  return ({ id, name }: Pick<Application, 'id' | 'name'>, onDone?: () => void) =>
    confirmAndDelete({
      title: t('applications.delete_title', { name }),
      text: t('applications.delete_text'),
      nameToType: name,
      run: () => mutateAsync({ params: { id } }),
      doneMessage: t('applications.deleted', { name }),
      onDone,
    });
};
