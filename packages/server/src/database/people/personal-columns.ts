import { sealedSubject } from './sealed-values.ts';

type PersonalColumns = {
  /** The column with the ID of the user whom a row belongs to; without one, `identifier` says whose it is. */
  person?: string;
  /** The column with the email address or phone number of a person who need not be a user. */
  identifier?: string;
  columns: readonly string[];
};

/** Columns (as the database names them) that tell of a person: history keeps them under that person's key. */
const personalColumns: Readonly<Record<string, PersonalColumns>> = {
  users: {
    person: 'id',
    columns: [
      'username',
      'primary_email',
      'primary_phone',
      'name',
      'avatar',
      'profile',
      'identities',
      'custom_data',
      'mfa_config',
    ],
  },
  user_sso_identities: { person: 'user_id', columns: ['identity_id', 'detail'] },
  personal_access_tokens: { person: 'user_id', columns: ['name'] },
  secrets: { person: 'user_id', columns: ['identity_id', 'metadata'] },
  subject_tokens: { person: 'user_id', columns: ['context'] },
  verification_records: { person: 'user_id', columns: ['identifier_value', 'data'] },
  organization_invitations: { identifier: 'invitee', columns: ['invitee'] },
  one_time_tokens: { identifier: 'email', columns: ['email', 'context'] },
};

type JsonRow = Record<string, unknown>;
export type Owner = { userId: string } | { identifier: string };

/** Whose a row is, and which of its columns are theirs alone. */
export const personalPartOf = (
  table: string,
  row: JsonRow,
): { owner: Owner; columns: readonly string[] } | undefined => {
  const rule = personalColumns[table];
  if (!rule) return undefined;
  const value = row[rule.person ?? rule.identifier ?? ''];
  // An identifier that is sealed says no more whose it is, and needs not.
  if (typeof value !== 'string' || value === '' || sealedSubject(value)) return undefined;
  return { owner: rule.person ? { userId: value } : { identifier: value }, columns: rule.columns };
};

/** Whom an event of a webhook is about. */
export const personOfEvent = (event: string, data: unknown): Owner | undefined => {
  const { id, userId, value } = (data ?? {}) as JsonRow;
  if (event === 'Identifier.Lockout' || event === 'Message.RateLimited')
    return typeof value === 'string' ? { identifier: value } : undefined;
  const found = event.startsWith('User.') ? id : userId;
  return typeof found === 'string' ? { userId: found } : undefined;
};

/** Whom the request of a delivery tells of: its body names the event and, by its kind, the person. */
export const personOfDelivery = (
  body: { event?: unknown; data?: unknown } | undefined,
): Owner | undefined => {
  if (!body) return undefined;
  const event = String(body.event ?? '');
  return personOfEvent(event, event.startsWith('User.') ? body.data : body);
};

/** Kinds of objects that changes give users. */
export const isUserKind = (kind: string) => kind === 'user' || kind === 'users';

/** Fields that events, log entries and deliveries store unsealed so that they can be searched, counted and sorted. */
const clearFields: ReadonlySet<string> = new Set([
  'key',
  'result',
  'id',
  'userId',
  'applicationId',
  'organizationId',
  'sessionId',
  'signInId',
  'hookId',
  'attempt',
  'retryAt',
  'replayOf',
  'latencyMs',
  'type',
  'interactionEvent',
]);

/** An object in two parts: public fields, and fields that belong to the person. */
export const divide = (object: JsonRow) => {
  const entries = Object.entries(object).filter(([, value]) => value !== undefined);
  return {
    clear: Object.fromEntries(entries.filter(([name]) => clearFields.has(name))),
    personal: Object.fromEntries(entries.filter(([name]) => !clearFields.has(name))),
  };
};
