import { type Draft, drafts } from '@gatehouse/contract/drafts.ts';
import { groupedNumber } from '@gatehouse/phrases/formats.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { useConfirm } from '@gatehouse/ui/confirm.tsx';
import { DateText } from '@gatehouse/ui/date-text.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { useEffect, useRef } from 'react';
import { queryClient, useRead, useWrite } from '../../api.ts';
import { type Key, useT, useTranslation } from '../../phrases.tsx';
import { HttpError } from '../../request.ts';
import { signInAgain } from '../../session/client.ts';
import { currentTenantId } from '../../session/tenant.ts';

const lookMs = 5000;

/** All screens show the configuration as it is now. */
export const refreshConfiguration = () =>
  queryClient.invalidateQueries({ queryKey: ['management', currentTenantId()] });

/** Says until when a draft on trial can be confirmed, and confirms it after a fresh sign-in. */
export const OnTrial = ({ draft: { id, trial } }: { draft: Draft }) => {
  const t = useT();
  const toast = useToast();
  const ask = useConfirm();
  const confirm = useWrite(drafts.confirm, { hideErrors: true });
  if (!trial) return null;
  const keep = async () => {
    try {
      await confirm.mutateAsync({ params: { id } });
      toast.success(t('drafts.trial.confirmed'));
    } catch (error) {
      const isStale = error instanceof HttpError && error.code === 'draft.needs_fresh_sign_in';
      if (!isStale) toast.error(error instanceof Error ? error.message : String(error));
      else if (await asksToSignIn()) await signInAgain();
    }
  };
  const asksToSignIn = async () => {
    const [isConfirmed] = await ask({
      title: t('drafts.trial.sign_in_title'),
      body: t('drafts.trial.sign_in_text'),
      confirmLabel: t('drafts.trial.sign_in'),
    });
    return isConfirmed;
  };
  return (
    <Callout
      tone="warning"
      title={t('drafts.trial.running')}
      action={
        <Button size="small" variant="primary" isLoading={confirm.isPending} onClick={() => void keep()}>
          {t('drafts.trial.confirm')}
        </Button>
      }
    >
      {t('drafts.trial.until')} <DateText value={trial.until} as="second" />
    </Callout>
  );
};

/** A trial or a schedule ends on the server: everything is read again when it has. */
export const useServerEnd = ({ id, trial, schedule }: Draft) => {
  const waitsFor = trial ? 'confirmation' : schedule ? 'time' : undefined;
  const enabled = waitsFor !== undefined;
  useRead(drafts.read, { params: { id } }, { everyMs: () => lookMs, enabled, hideErrors: true });
  const waitedFor = useRef(waitsFor);
  useEffect(() => {
    if (waitedFor.current && waitedFor.current !== waitsFor) void refreshConfiguration();
    waitedFor.current = waitsFor;
  }, [waitsFor]);
};

/** By the error that a scheduled publication ended with. */
const obstacles: Readonly<Record<string, Key | undefined>> = {
  'auth.forbidden': 'drafts.trial.obstacles.forbidden',
  'auth.grant_exceeds_own': 'drafts.trial.obstacles.forbidden',
  'draft.conflict': 'drafts.trial.obstacles.changed',
  'draft.invalid_time': 'drafts.trial.obstacles.late',
  'draft.needs_approval': 'drafts.trial.obstacles.unapproved',
  'draft.outdated_diff': 'drafts.trial.obstacles.changed',
};

/** Why the draft was taken back, or could not be, or was not published at its time. */
export const TakenBack = ({ draft: { takenBack } }: { draft: Draft }) => {
  const { t, language } = useTranslation();
  if (!takenBack) return null;
  const { at, reason, isRefused, code, failed = 0, signIns = 0 } = takenBack;
  const count = (value: number) => groupedNumber(value, language);
  const title = isRefused ? 'not_taken_back' : reason === 'notPublished' ? 'not_published' : 'taken_back';
  return (
    <Callout tone="danger" title={t(`drafts.trial.${title}`)}>
      {reason === 'notConfirmed' && t('drafts.trial.not_confirmed')}
      {reason === 'failedSignIns' &&
        t('drafts.trial.failed_sign_ins', { failed: count(failed), signIns: count(signIns) })}
      {reason === 'notPublished' && t(obstacles[code ?? ''] ?? 'drafts.trial.obstacles.refused')}
      {' · '}
      <DateText value={at} as="second" />
    </Callout>
  );
};
