import type { Change } from '@gatehouse/contract/changes.ts';
import { generateId } from '@gatehouse/contract/ids.ts';
import { defaultCertificateYears } from '@gatehouse/contract/saml.ts';
import type { Write } from '../database/database.ts';
import type { Vault } from '../database/vault.ts';
import { createCertificate } from './certificate.ts';

/** An application goes with its keys, which hang from it. */
const isDeletion = ({ objectKind, summary, fields }: Change) =>
  objectKind === 'application' &&
  summary === 'delete' &&
  fields.some(({ name }) => name === 'samlApplicationSecrets');

/**
 * No history keeps private keys, so a SAML application whose deletion is undone gets a new one. It takes a while to make:
 * this comes before the transaction, and gives what the transaction writes.
 */
export const prepareNewKey = async (change: Change | undefined, vault: Vault) => {
  if (!change || !isDeletion(change)) return undefined;
  const { objectId: applicationId, objectName } = change;
  const subject = (objectName ?? applicationId).slice(0, 64);
  const key = await createCertificate({ subject, years: defaultCertificateYears });
  return (tx: Write) =>
    tx.insert('samlApplicationSecrets', {
      id: generateId(),
      applicationId,
      ...key,
      privateKey: vault.seal(key.privateKey),
      active: true,
    });
};
