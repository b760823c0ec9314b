import { type Resource, resources } from '@gatehouse/contract/resources.ts';
import { useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { useDelete } from '../../templates/use-delete.tsx';

export const useDeleteApiResource = () => {
  const t = useT();
  const confirmAndDelete = useDelete();
  const { mutateAsync } = useWrite(resources.delete);
  return ({ id, name, indicator }: Resource, onDone?: () => void) =>
    confirmAndDelete({
      title: t('api_resources.delete_title', { name }),
      text: t('api_resources.delete_text', { indicator }),
      run: () => mutateAsync({ params: { id } }),
      doneMessage: t('api_resources.deleted', { name }),
      onDone,
    });
};
