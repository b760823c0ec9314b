import { customDataKeys } from '@gatehouse/contract/dialect.ts';
import type { Onboarding, Questionnaire } from '@gatehouse/contract/onboarding.ts';
import { useCustomData, useUpdateCustomData } from '../session/account.ts';
import { defaultTenantOf } from '../session/tenant-list.ts';
import { useTenants } from '../session/tenants.tsx';

/** The onboarding progress of a new user and the tenant to open first. Both are stored in the user's custom data. */
export const useOnboarding = () => {
  const { data: customData, error } = useCustomData();
  const { mutateAsync: update } = useUpdateCustomData();
  const tenants = useTenants();
  const onboarding = customData?.[customDataKeys.onboarding] as Onboarding | undefined;
  return {
    isLoaded: customData !== undefined || error !== null,
    /** `undefined` until it is answered. */
    isDone: onboarding?.isOnboardingDone,
    defaultTenant: defaultTenantOf(tenants, customData?.[customDataKeys.defaultTenantId]),
    questionnaire: onboarding?.questionnaire,
    setDone: (isOnboardingDone: boolean, answers?: Questionnaire) =>
      update({
        [customDataKeys.onboarding]: {
          ...onboarding,
          isOnboardingDone,
          ...(answers && Object.keys(answers).length > 0
            ? { questionnaire: { ...onboarding?.questionnaire, ...answers } }
            : {}),
        },
      }),
    setQuestionnaire: (questionnaire: Questionnaire) =>
      update({ [customDataKeys.onboarding]: { ...onboarding, questionnaire } }),
    rememberTenant: (tenantId: string) => update({ [customDataKeys.defaultTenantId]: tenantId }),
  };
};
