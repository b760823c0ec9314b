import type { DraftDiff, DraftObject } from '@gatehouse/contract/drafts.ts';
import type { Kysely } from 'kysely';
import { lastChange } from '../../bundles/apply.ts';
import { describeEntries } from '../../database/changes.ts';
import type { ChangeSubject } from '../../database/recorder.ts';
import type { ChangeEntry, Tables } from '../../database/tables.ts';
import type { StoredRequest } from '../../drafts/requests.ts';
import { conflictingFields, fingerprintOf, type Seen } from '../../drafts/seen.ts';
import { errorBody, languageOf, toRequestError } from '../../http/errors.ts';
import {
  type DraftContext,
  everyone,
  type Ran,
  RefusedRequest,
  runRequests,
  tryInTurn,
} from './draft-runs.ts';

export type Touched = {
  subject: ChangeSubject;
  entries: ChangeEntry[];
  requestIds: string[];
};

/** The effects of requests by the object that they are about. */
export const byObject = (runs: readonly Ran[]): Touched[] => {
  const objects = new Map<string, Touched>();
  for (const { requestId, subject, entries } of runs) {
    const key = JSON.stringify([subject.kind, subject.id]);
    const known = objects.get(key) ?? { subject, entries: [], requestIds: [] };
    known.entries.push(...entries);
    known.requestIds.push(requestId);
    objects.set(key, known);
  }
  return [...objects.values()];
};

/** Each row as it was when the first request that changes it was added. */
export const seenIn = (requests: readonly Pick<StoredRequest, 'seen'>[]): Seen =>
  Object.assign({}, ...requests.toReversed().map(({ seen }) => seen));

export const conflictsIn = (runs: readonly Ran[], requests: readonly StoredRequest[]) => {
  const seen = seenIn(requests);
  return byObject(runs).flatMap(touched => {
    const fields = conflictingFields(touched.entries, seen);
    return fields.length > 0 ? [{ ...touched, fields }] : [];
  });
};

export const fingerprintOfRuns = (requests: readonly StoredRequest[], runs: readonly Ran[]) =>
  fingerprintOf(
    requests.map(({ id }) => id),
    runs.flatMap(({ entries }) => entries),
  );

/** Makes all requests and takes them back. Nothing of it is seen outside of the transaction. */
const tryRequests = async (context: DraftContext, requests: readonly StoredRequest[]) => {
  const runs: Ran[] = [];
  const all = requests.map(request => ({ ...request, caller: everyone(context.caller) }));
  const failure = await tryInTurn(context, tx => runRequests(context, tx, all, ran => runs.push(ran))).then(
    () => undefined,
    (error: unknown) => error,
  );
  return { runs, failure };
};

/** The differences between a draft and the configuration. */
export const compareRequests = async (
  context: DraftContext,
  requests: readonly StoredRequest[],
): Promise<Pick<DraftDiff, 'objects' | 'failure' | 'fingerprint'>> => {
  const { runs, failure } = await tryRequests(context, requests);
  const seen = seenIn(requests);
  const objects = await context.tenant.database.read(db =>
    Promise.all(byObject(runs).map(touched => describe(db, touched, seen))),
  );
  return {
    objects,
    ...(failure === undefined ? {} : { failure: await describeFailure(context, failure) }),
    fingerprint: fingerprintOfRuns(requests, runs),
  };
};

const describe = async (
  db: Kysely<Tables>,
  { subject, entries, requestIds }: Touched,
  seen: Seen,
): Promise<DraftObject> => {
  const { summary, fields } = describeEntries(entries, subject.id);
  const conflicts = conflictingFields(entries, seen);
  return {
    objectKind: subject.kind,
    ...(summary === 'create' ? {} : { objectId: subject.id }),
    objectName: subject.name ?? nameIn(entries, subject.id),
    summary,
    fields,
    requestIds,
    ...(conflicts.length > 0
      ? { conflict: { fields: conflicts, ...(await lastChange(db, subject.kind, subject.id)) } }
      : {}),
  };
};

const nameIn = (entries: readonly ChangeEntry[], id: string) => {
  const row = entries.find(({ key }) => Object.values(key).join('/') === id);
  const name = (row?.after ?? row?.before)?.name;
  return typeof name === 'string' ? name : null;
};

const describeFailure = async ({ request }: DraftContext, failure: unknown) => {
  const refused = failure instanceof RefusedRequest ? failure : undefined;
  const error = refused?.reason ?? toRequestError(failure);
  if (error.status >= 500) throw error;
  const { code, message, details } = await errorBody(error, languageOf(request.headers['accept-language']));
  return { ...(refused ? { requestId: refused.requestId } : {}), code, message: details ?? message };
};
