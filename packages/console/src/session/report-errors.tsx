import type { Quota, QuotaKey } from '@gatehouse/contract/quota.ts';
import type { Translate } from '@gatehouse/phrases/translate.ts';
import { useConfirm } from '@gatehouse/ui/confirm.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { useEffect } from 'react';
import { type ErrorReporting, NotPermitted, queryClient } from '../api.ts';
import { isCloud } from '../bootstrap.ts';
import { type Key, useTranslation } from '../phrases.tsx';
import { HttpError } from '../request.ts';
import { isSignInNeeded, signOut, startSignIn } from './client.ts';
import { readOwnPermissions } from './own-permissions.ts';
import { addressedTenantId } from './tenant.ts';

/** Failures of the device rather than of the console: what can be done about them. */
const explained: Readonly<Record<string, Key | undefined>> = {
  crypto_subtle_unavailable: 'errors.insecure_context',
  // A token that was made just now is too old, or not yet made.
  ERR_JWT_EXPIRED: 'errors.wrong_clock',
  'id_token.invalid_iat': 'errors.wrong_clock',
};

/** The failure in words: the server's own, or what can be said without an answer. */
export const describeFailure = (error: Error, t: Translate<Key>): string => {
  if (error instanceof HttpError) {
    const limits = describeLimits(error, t);
    if (limits) return limits;
    // The message about them speaks to programs.
    if (error.issues.length > 0) return [...new Set(error.issues.map(({ message }) => message))].join(' ');
    if (error.body?.message) return error.body.message;
    const status = namedStatuses.find(known => known === error.status);
    return status
      ? t('errors.status', { status: String(status), name: t(`errors.status_names.${status}`) })
      : t('errors.unknown_server_error');
  }
  const known = 'code' in error ? explained[String(error.code)] : undefined;
  if (known) return t(known);
  if (error instanceof NotPermitted)
    return error.action === 'read'
      ? t('permission.not_allowed', { permission: error.permission })
      : t(`permission.no_${error.action}`);
  if (error.name === 'TimeoutError') return t('errors.timeout');
  if (error instanceof TypeError) return t('errors.offline');
  return error.message || t('errors.unexpected');
};

/** Names the exceeded quotas as the plans name them. */
const describeLimits = ({ exceededQuotas }: HttpError, t: Translate<Key>): string | undefined => {
  const limits = Object.entries(exceededQuotas) as [QuotaKey, Quota[QuotaKey]][];
  if (limits.length === 0) return undefined;
  const nameOf = (key: QuotaKey) => t(`subscription.features.${key}`);
  const isReached = limits.some(([, limit]) => Number(limit) > 0);
  return isReached
    ? t('errors.quota_reached', { quotas: limits.map(([key, limit]) => `${nameOf(key)} (${limit})`) })
    : t('errors.quota_exceeded', { quotas: limits.map(([key]) => nameOf(key)) });
};

/** The statuses that proxies answer with when the server itself could not. */
const namedStatuses = [404, 413, 429, 500, 502, 503, 504] as const;

/** Error codes of a tenant that was deleted, is suspended, or no longer has the user as a member. */
const closedCodes = ['tenant.not_found', 'subscription.tenant_suspended', 'auth.forbidden'];

type Inputs = { params?: { tenantId?: string } };

/** The tenant that a request was for: it may have been left since. */
const tenantOfQuery = ([door, tenantId, , , input]: readonly unknown[]) =>
  door === 'management' ? String(tenantId) : tenantOfInput(input);
const tenantOfInput = (input: unknown) => (input as Inputs | undefined)?.params?.tenantId;

/** The one place where failed requests are shown. Callers may hide them, or expect certain codes. */
export const ReportErrors = () => {
  const toast = useToast();
  const confirm = useConfirm();
  const { t } = useTranslation();

  useEffect(() => {
    const isOfClosedTenant = async (code: string | undefined, tenantId: string | undefined) => {
      if (!isCloud || !tenantId || !closedCodes.includes(code ?? '')) return false;
      const { findClosedTenant } = await import('./cloud-tenants.tsx');
      const { isClosed, lostName } = await findClosedTenant(tenantId);
      if (lostName) toast.error(t('tenants.lost', { name: lostName }));
      return isClosed;
    };
    const report = async (error: Error, meta: ErrorReporting = {}, tenantId?: string) => {
      if (isSignInNeeded(error)) return startSignIn();
      if (error instanceof HttpError) {
        if (await isOfClosedTenant(error.code, tenantId)) return;
        if (error.isTokenInsufficient) return signOut();
        const held = error.code === 'auth.forbidden' ? await readOwnPermissions() : undefined;
        // The console already shows former members that they have no access.
        if (!isCloud && held?.length === 0) return;
        // Members with a role of single permissions are refused what it lacks. Others may do all that their screens offer.
        if (held?.length === 0 || held?.includes('read:data')) {
          await confirm({ type: 'alert', title: error.message, confirmLabel: t('general.got_it') });
          return signOut();
        }
        // The screens offer a draft.
        if (error.code === 'draft.required') return;
        if (error.code && meta.ignoredCodes?.includes(error.code)) return;
        if (meta.alertsRefusals && error.status === 422) {
          await confirm({ type: 'alert', title: error.message, confirmLabel: t('general.got_it') });
          return;
        }
      }
      if (meta.hideErrors) return;
      toast.error(describeFailure(error, t));
    };
    const queries = queryClient.getQueryCache();
    const mutations = queryClient.getMutationCache();
    queries.config.onError = (error, query) => {
      // A part of a screen that the role does not cover: the screen shows what is left.
      if (error instanceof NotPermitted) return;
      void report(error, query.meta, tenantOfQuery(query.queryKey));
    };
    mutations.config.onError = (error, input, _result, mutation) =>
      void report(error, mutation.meta, tenantOfInput(input) ?? addressedTenantId());
    return () => {
      queries.config.onError = undefined;
      mutations.config.onError = undefined;
    };
  }, [toast, confirm, t]);

  return null;
};
