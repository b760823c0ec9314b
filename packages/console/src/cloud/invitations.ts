import { receivedInvitations } from '@gatehouse/contract/tenant-members.ts';
import { useRead } from '../api.ts';

/** Pending invitations of the signed-in user. `undefined` until they are loaded. */
export const usePendingInvitations = () => {
  const { data, error } = useRead(receivedInvitations.list, {}, { door: 'cloud' });
  if (error) return [];
  return data?.filter(({ status }) => status === 'Pending');
};
