import { type Hook, hooks } from '@gatehouse/contract/hooks.ts';
import { useDelete } from '../../templates/use-delete.tsx';

export const useDeleteWebhook = () =>
  useDelete({ row: hooks.delete, words: 'webhooks', params: ({ id }: Hook) => ({ id }) });
