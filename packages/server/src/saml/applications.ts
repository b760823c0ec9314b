import type { SamlApplicationConfig } from '@gatehouse/contract/saml.ts';
import type { SamlApplication } from '@gatehouse/contract/saml-applications.ts';
import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { RequestError } from '../domain/request-error.ts';
import { readCertificates } from './read-certificates.ts';

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
  // Somebody deletes the application in this moment.
  if (!config) throw notFound();
  return presentSamlApplication(application, config);
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
  ...fields
}: Partial<SamlApplicationConfig> & {
  name?: string;
  description?: string | null;
  customData?: Record<string, unknown>;
  appLevelAccessControlEnabled?: boolean;
}) => {
  if (requestSigning) readCertificates(requestSigning.certificate);
  const config = { attributeMapping, entityId, acsUrl, encryption, nameIdFormat };
  return { fields, config: { ...config, signedElement, requestSigning, idpInitiated } };
};
