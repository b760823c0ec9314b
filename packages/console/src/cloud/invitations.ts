import { receivedInvitations } from '@gatehouse/contract/tenant-members.ts';
import { useRead } from '../api.ts';

/** What the signed-in person is invited to and has not answered; `undefined` until it is known. */
export const usePendingInvitations = () => {
  const { data, error } = useRead(receivedInvitations.list, {}, { door: 'cloud' });
  if (error) return [];
  return data?.filter(({ status }) => status === 'Pending');
};
