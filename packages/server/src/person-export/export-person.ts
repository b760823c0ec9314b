import {
  type PersonExportFormat,
  type PersonExportPart,
  personExportParts,
  personExportVersion,
} from '@gatehouse/contract/person-export.ts';
import type { UserProfile } from '@gatehouse/contract/users.ts';
import { matchLanguage } from '@gatehouse/phrases/languages.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Tenant } from '../domain/tenant.ts';
import type { UserRow } from '../domain/user-row.ts';
import { isEmailVerified, isPhoneVerified } from '../domain/users.ts';
import { languageOf } from '../http/errors.ts';
import { sendText } from '../record-file.ts';
import type { Services } from '../services.ts';
import { accessParts } from './access-parts.ts';
import { accountParts } from './account-parts.ts';
import { changes } from './change-part.ts';
import type { Person } from './find-person.ts';
import { historyParts } from './history-parts.ts';
import { messageParts } from './message-parts.ts';
import type { PersonExport } from './person-export.ts';
import type { PartReader, Source } from './source.ts';
import { writeHtml } from './write-html.ts';
import { writeJson } from './write-json.ts';

const readers: Readonly<Record<PersonExportPart, PartReader>> = {
  ...accountParts,
  ...accessParts,
  ...messageParts,
  ...historyParts,
  changes,
};

type Asked = {
  tenant: Tenant;
  services: Pick<Services, 'vault' | 'audit' | 'now'>;
  request: FastifyRequest;
  reply: FastifyReply;
};

/**
 * Everything that is stored about a person, streamed as a file. The export is recorded before the first line is sent,
 * and the record is part of the file.
 */
export const exportPerson = async (
  { tenant, services, request, reply }: Asked,
  { user, isDeleted }: Person,
  { format, by }: { format: PersonExportFormat; by: { kind: string; id: string } },
) => {
  const { vault, audit, now } = services;
  audit.append(tenant.id, {
    key: 'PersonalData.Export',
    payload: {
      result: 'Success',
      userId: user.id,
      format,
      actor: { kind: by.kind, id: by.id },
      ip: request.ip,
      userAgent: request.headers['user-agent'],
    },
  });
  await audit.flush();
  // The identifiers of a deleted user may belong to another user by now.
  const identifiers = isDeleted ? { addresses: [], usernames: [] } : identifiersOf(user);
  const source: Source = { tenant, vault, user, ...identifiers };
  const told: PersonExport = {
    head: {
      format: 'gatehouse.person',
      version: personExportVersion,
      exportedAt: new Date(now()).toISOString(),
      tenantId: tenant.id,
      userId: user.id,
    },
    parts: personExportParts.map(name => ({ name, items: readers[name](source) })),
  };
  const text = format === 'html' ? writeHtml(told, readingLanguage(user, request)) : writeJson(told);
  return sendText({ reply, name: `personal-data-${user.id}`, format, text });
};

/** Addresses that were never verified may belong to another person. */
const identifiersOf = (user: UserRow) => ({
  addresses: [
    ...(user.primaryEmail !== null && isEmailVerified(user) ? [user.primaryEmail] : []),
    ...(user.primaryPhone !== null && isPhoneVerified(user) ? [user.primaryPhone] : []),
  ],
  usernames: user.username === null ? [] : [user.username],
});

/** The language of the person; where that is not known, the one of the page that asks. */
const readingLanguage = (user: UserRow, { headers }: FastifyRequest) => {
  const { locale = '' } = user.profile as UserProfile;
  return matchLanguage(locale) ?? languageOf(headers['accept-language']);
};
