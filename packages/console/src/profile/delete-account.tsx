import { listFormat } from '@gatehouse/phrases/formatters.ts';
import { BulletList } from '@gatehouse/ui/bullet-list.tsx';
import { Button } from '@gatehouse/ui/button.tsx';
import { useConfirm } from '@gatehouse/ui/confirm.tsx';
import { CopyText } from '@gatehouse/ui/copy-text.tsx';
import { Dialog } from '@gatehouse/ui/dialog.tsx';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { Row, Stack } from '@gatehouse/ui/layout.tsx';
import { WaitingLine } from '@gatehouse/ui/spinner.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { useState } from 'react';
import { useT, useTranslation } from '../phrases.tsx';
import { HttpError } from '../request.ts';
import type { Account } from '../session/account.ts';
import { isSignInNeeded, signOut, startSignIn } from '../session/client.ts';
import { describeFailure } from '../session/report-errors.tsx';
import { nameOfPerson } from '../templates/person.tsx';
import {
  type Deletion,
  type DeletionStep,
  deleteEverything,
  planDeletion,
  type Successors,
  type TenantToDelete,
} from './deletion.ts';
import { HandOver } from './hand-over.tsx';

/** The end of an account: what stands in its way, what goes with it, and then a last question. */
export const DeleteAccount = ({ account }: { account: Account }) => {
  const t = useT();
  const toast = useToast();
  const confirm = useConfirm();
  const [isChecking, setIsChecking] = useState(false);
  const [step, setStep] = useState<DeletionStep>();

  const check = async () => {
    setIsChecking(true);
    try {
      return await planDeletion();
    } finally {
      setIsChecking(false);
    }
  };

  const { handing, chooseSuccessors } = useSuccessors();
  const ask = useLastQuestion(account);
  const tellFailure = useFailureReport();

  const start = async () => {
    const deletion = await check();
    if (!deletion) return toast.error(t('profile.delete_account.error_occurred'));
    if (deletion.obstacles.length > 0) {
      await confirm({
        type: 'alert',
        title: t('profile.delete_account.blocked_title'),
        body: <Obstacles obstacles={deletion.obstacles} />,
        confirmLabel: t('general.got_it'),
      });
      return;
    }
    const successors = await chooseSuccessors(deletion);
    if (!successors || !(await ask(deletion, successors))) return;
    await deleteEverything(deletion, successors, setStep);
    await signOut();
  };
  const run = async () => {
    try {
      await start();
    } catch (error) {
      setStep(undefined);
      if (error instanceof Error) await tellFailure(error);
    }
  };

  return (
    <FormSection title={t('profile.delete_account.title')} help={t('profile.delete_account.text')}>
      <div>
        <Button variant="danger" isLoading={isChecking} onClick={() => void run()}>
          {t('profile.delete_account.action')}
        </Button>
      </div>
      {handing && <HandOver {...handing} />}
      <Dialog
        isOpen={step !== undefined}
        onClose={() => undefined}
        title={t('profile.delete_account.running')}
        size="small"
      >
        <WaitingLine>{step && t(`profile.delete_account.${step.kind}`, { ...step })}</WaitingLine>
      </Dialog>
    </FormSection>
  );
};

/** Asks who takes over the tenants that others are members of. */
const useSuccessors = () => {
  const [handing, setHanding] = useState<{
    tenants: TenantToDelete[];
    onDecided: (successors: Successors | undefined) => void;
  }>();

  /** Nothing when the person would rather not. */
  const chooseSuccessors = async ({ toDelete }: Deletion): Promise<Successors | undefined> => {
    const tenants = toDelete.filter(({ others }) => others.length > 0);
    if (tenants.length === 0) return {};
    const decision = Promise.withResolvers<Successors | undefined>();
    setHanding({ tenants, onDecided: decision.resolve });
    return decision.promise.finally(() => setHanding(undefined));
  };

  return { handing, chooseSuccessors };
};

/** Says what becomes of each tenant, and asks twice. */
const useLastQuestion = (account: Account) => {
  const { t, language } = useTranslation();
  const confirm = useConfirm();

  const fateOf = ({ tenant: { id, name }, others }: TenantToDelete, successors: Successors) => {
    const successor = others.find(other => other.id === successors[id]);
    if (successor)
      return t('profile.delete_account.tenant_handed_over', { name, successor: nameOfPerson(successor) });
    if (others.length === 0) return t('profile.delete_account.tenant_deleted', { name });
    const names = listFormat(language).format(others.map(nameOfPerson));
    return t('profile.delete_account.tenant_lost', { name, names });
  };

  return async ({ toDelete, toLeave }: Deletion, successors: Successors) => {
    const lines = [
      ...toDelete.map(entry => ({ key: entry.tenant.id, content: fateOf(entry, successors) })),
      ...toLeave.map(({ id, name }) => ({
        key: id,
        content: t('profile.delete_account.tenant_left', { name }),
      })),
      { key: 'account', content: t('profile.delete_account.account_deleted') },
    ];
    const [isSure] = await confirm({
      title: t('profile.delete_account.confirm_title'),
      body: <BulletList items={lines} />,
      confirmLabel: t('profile.continue'),
      isDanger: true,
    });
    if (!isSure) return false;
    const [isFinal] = await confirm({
      title: t('profile.delete_account.final_title'),
      body: t('profile.delete_account.final_text'),
      confirmLabel: t('profile.delete_account.action'),
      nameToType: account.primaryEmail ?? account.username ?? undefined,
      isDanger: true,
    });
    return isFinal;
  };
};

const useFailureReport = () => {
  const t = useT();
  const confirm = useConfirm();
  return async (error: Error) => {
    if (isSignInNeeded(error)) return startSignIn();
    const requestId = error instanceof HttpError ? error.requestId : undefined;
    await confirm({
      type: 'alert',
      title: t('profile.delete_account.failed_title'),
      body: (
        <Stack gap={3}>
          <span>{describeFailure(error, t)}</span>
          {requestId && (
            <Row gap={2}>
              {t('profile.delete_account.request_id')}
              <CopyText text={requestId} />
            </Row>
          )}
          <span>{t('profile.delete_account.try_later')}</span>
        </Stack>
      ),
      confirmLabel: t('general.got_it'),
    });
  };
};

const Obstacles = ({ obstacles }: Pick<Deletion, 'obstacles'>) => {
  const t = useT();
  return (
    <Stack gap={3}>
      <span>{t('profile.delete_account.blocked_text')}</span>
      <BulletList
        items={obstacles.flatMap(({ tenant: { id, name }, issues }) =>
          issues.map(issue => ({
            key: `${id}:${issue}`,
            content: t(`profile.delete_account.issues.${issue}`, { name }),
          })),
        )}
      />
    </Stack>
  );
};
