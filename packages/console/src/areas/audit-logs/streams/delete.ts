import { type LogStream, logStreams } from '@gatehouse/contract/log-streams.ts';
import { useDelete } from '../../../templates/use-delete.tsx';

export const useDeleteStream = () =>
  useDelete({
    row: logStreams.delete,
    words: 'audit_logs.streams',
    params: ({ id }: LogStream) => ({ id }),
  });
