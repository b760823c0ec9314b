import type { SamlApplicationConfig } from '@gatehouse/contract/saml.ts';
import type { SamlApplication } from '@gatehouse/contract/saml-applications.ts';
import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { Vault } from '../database/vault.ts';
import { RequestError } from '../request-error.ts';
import { readCertificates, requireEncryptionCertificate } from './read-certificates.ts';
import { requireSecureAddress } from './refuse-metadata.ts';

type ApplicationRow = Selectable<Tables['applications']>;
type ConfigRow = Selectable<Tables['samlApplicationConfigs']>;

export const presentSamlApplication = (application: ApplicationRow, config: ConfigRow) =>
  ({ ...application, ...config }) as unknown as SamlApplication;

export const findSamlApplication = async (db: Kysely<Tables>, id: string): Promise<SamlApplication> => {
  const notFound = () => new RequestError('entity.not_exists_with_id', { data: { name: 'application', id } });
  const application = await db.selectFrom('applications').selectAll().where('id', '=', id).executeTakeFirst();
  if (!application) throw notFound();
  if (application.type !== 'SAML') throw new RequestError('application.saml.saml_application_only');
  const config = await db
    .selectFrom('samlApplicationConfigs')
    .selectAll()
    .where('applicationId', '=', id)
    .executeTakeFirst();
  // The application is deleted at the same moment.
  if (!config) throw notFound();
  return presentSamlApplication(application, config);
};

/** As it is now, and stays until the end of the transaction. Locked in the order in which an update locks. */
export const lockSamlApplication = async (db: Kysely<Tables>, id: string): Promise<SamlApplication> => {
  await db.selectFrom('applications').select('id').where('id', '=', id).forUpdate().execute();
  await db
    .selectFrom('samlApplicationConfigs')
    .select('applicationId')
    .where('applicationId', '=', id)
    .forUpdate()
    .execute();
  return findSamlApplication(db, id);
};

/** One body, two tables: what every application has, and how this one talks SAML. */
export const splitFields = ({
  attributeMapping,
  entityId,
  acsUrl,
  encryption,
  nameIdFormat,
  signedElement,
  requestSigning,
  idpInitiated,
  singleLogout,
  otherAcsUrls,
  metadataUrl,
  ...fields
}: Partial<SamlApplicationConfig> & {
  name?: string;
  description?: string | null;
  customData?: Record<string, unknown>;
  appLevelAccessControlEnabled?: boolean;
}) => {
  if (requestSigning) readCertificates(requestSigning.certificate, ['requestSigning', 'certificate']);
  if (encryption?.encryptAssertion) requireEncryptionCertificate(encryption.certificate ?? '');
  if (metadataUrl) requireSecureAddress(metadataUrl);
  const config = { attributeMapping, entityId, acsUrl, encryption, nameIdFormat };
  const exchange = { signedElement, requestSigning, idpInitiated, singleLogout };
  return { fields, config: { ...config, ...exchange, otherAcsUrls, metadataUrl } };
};

/** The key that signs for an application, opened; nothing where none is active. */
export const findSigningSecret = async (db: Kysely<Tables>, vault: Vault, applicationId: string) => {
  const secret = await db
    .selectFrom('samlApplicationSecrets')
    .select(['privateKey', 'certificate'])
    .where('applicationId', '=', applicationId)
    .where('active', '=', true)
    .executeTakeFirst();
  return secret && { privateKey: vault.open(secret.privateKey), certificate: secret.certificate };
};
