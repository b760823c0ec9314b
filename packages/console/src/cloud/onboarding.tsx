import type { Questionnaire } from '@gatehouse/contract/onboarding.ts';
import { sentInvitations } from '@gatehouse/contract/tenant-members.ts';
import { newTenant } from '@gatehouse/contract/tenants.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Divider } from '@gatehouse/ui/divider.tsx';
import { Field } from '@gatehouse/ui/field.tsx';
import { Stack } from '@gatehouse/ui/layout.tsx';
import { RadioCards } from '@gatehouse/ui/radio-cards.tsx';
import { TextInput } from '@gatehouse/ui/text-input.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { memberOf, send } from '../api.ts';
import { GoTo } from '../go-to.tsx';
import { useGoOn } from '../link.tsx';
import { Loading } from '../loading.tsx';
import { useT } from '../phrases.tsx';
import { useDraft } from '../session/drafts.ts';
import { usePreferences } from '../session/preferences.tsx';
import { useTenants } from '../session/tenants.tsx';
import { BarePage } from './bare-page.tsx';
import { useCreateTenant } from './create-tenant-request.ts';
import { EmailTags, validEmails } from './email-tags.tsx';
import { usePendingInvitations } from './invitations.ts';
import { InvitationLines } from './invitations-page.tsx';
import { useOnboarding } from './onboarding-state.ts';
import { useOpenTenant } from './open-tenant.ts';
import { QuestionnaireFields } from './questionnaire.tsx';
import { useRegionCards } from './regions.tsx';

/** A new person's first steps, always in the light appearance. */
export const Onboarding = () => {
  const { _splat: step } = useParams({ strict: false });
  const { overrideAppearance } = usePreferences();
  const { isLoaded, isDone } = useOnboarding();
  const hasTenants = useTenants().length > 0;
  const [wasOpened, setWasOpened] = useState(false);
  useEffect(() => {
    overrideAppearance('light');
    return () => overrideAppearance(undefined);
  }, [overrideAppearance]);
  // A step in progress stays open, even though its own success sets `isDone`.
  if (!wasOpened && !isLoaded) return <Loading />;
  const isOver = isDone === true || (isDone === undefined && hasTenants);
  if (!wasOpened && isOver) return <GoTo href="/" />;
  if (step !== 'create-tenant' && !wasOpened) return <GoTo href="/onboarding/create-tenant" />;
  return <FirstTenant onBegin={() => setWasOpened(true)} />;
};

const firstTenant = {
  name: '',
  regionName: newTenant.regionName,
  emails: [] as string[],
  questionnaire: {} as Questionnaire,
};

/** Creates the tenant, invites the others, and opens it. */
const useFirstTenant = (onBegin: () => void) => {
  const t = useT();
  const toast = useToast();
  const { setDone } = useOnboarding();
  const createTenant = useCreateTenant();
  const openTenant = useOpenTenant({ go: useGoOn() });
  const form = useForm({ defaultValues: firstTenant });
  useDraft('onboarding', form, { survivesReload: true });

  const invite = async (tenantId: string, emails: string[]) => {
    const invitee = validEmails(emails);
    if (invitee.length === 0) return;
    const body = { invitee, roleName: 'collaborator' } as const;
    await send(sentInvitations.create, { params: { tenantId }, body }, memberOf(tenantId)).then(
      () => toast.success(t('tenant_members.invitation_sent')),
      () => toast.error(t('tenant_members.invitation_failed'), { durationMs: 5000 }),
    );
  };
  const submit = form.handleSubmit(async ({ name, regionName, emails, questionnaire }) => {
    onBegin();
    try {
      const tenant = await createTenant({
        name: name.trim() || newTenant.name,
        regionName,
        tag: newTenant.tag,
      });
      await invite(tenant.id, emails);
      await setDone(true, questionnaire);
      openTenant(tenant.id);
    } catch {
      // The failed request has reported it, and everything typed is still there.
    }
  });
  return { form, submit };
};

const FirstTenant = ({ onBegin }: { onBegin: () => void }) => {
  const t = useT();
  const { form, submit } = useFirstTenant(onBegin);
  const { regionName, emails, questionnaire } = form.watch();
  const regions = useRegionCards();
  // Users who chose to create a tenant can still change their mind.
  const invitations = usePendingInvitations() ?? [];
  return (
    <BarePage title={t('onboarding.title')} description={t('onboarding.text')} size="medium">
      <form noValidate onSubmit={event => void submit(event)}>
        <Stack gap={5}>
          <Field label={t('tenants.name')} help={t('onboarding.name_help')} isOptional>
            <TextInput autoFocus maxLength={128} placeholder={newTenant.name} {...form.register('name')} />
          </Field>
          <Field label={t('tenants.region')} help={t('tenants.region_help')}>
            <RadioCards
              value={regionName}
              onChange={value => form.setValue('regionName', value, { shouldDirty: true })}
              options={regions}
              minWidth="160px"
            />
          </Field>
          <EmailTags
            label={t('onboarding.invite')}
            help={t('onboarding.invite_help')}
            isOptional
            value={emails}
            onChange={value => form.setValue('emails', value, { shouldDirty: true })}
          />
          <QuestionnaireFields
            value={questionnaire}
            onChange={value => form.setValue('questionnaire', value)}
          />
          <Button
            type="submit"
            variant="primary"
            size="large"
            isFullWidth
            isLoading={form.formState.isSubmitting}
          >
            {t('onboarding.create')}
          </Button>
        </Stack>
      </form>
      {invitations.length > 0 && (
        <>
          <Divider>{t('invitations.or')}</Divider>
          <InvitationLines invitations={invitations} />
        </>
      )}
    </BarePage>
  );
};
