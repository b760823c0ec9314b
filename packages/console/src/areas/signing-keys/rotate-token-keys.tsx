import { oidcConfigs, signingAlgorithms } from '@gatehouse/contract/oidc-configs.ts';
import { Select } from '@gatehouse/ui/select.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { z } from 'zod';
import { useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { FormDialog } from '../../templates/form-dialog.tsx';
import { FormField } from '../../templates/form-field.tsx';

const hour = 3600;
/** Seconds for which a new key is published before it signs. */
const gracePeriods = { none: 0, hour, four_hours: 4 * hour, day: 24 * hour, week: 7 * 24 * hour };
type GracePeriod = keyof typeof gracePeriods;
const gracePeriodNames = Object.keys(gracePeriods) as GracePeriod[];

const choice = z.object({ algorithm: z.enum(signingAlgorithms), gracePeriod: z.enum(gracePeriodNames) });

export const RotateTokenKeys = ({ onClose }: { onClose: () => void }) => {
  const t = useT();
  const toast = useToast();
  const { mutateAsync: rotate } = useWrite(oidcConfigs.rotateSigningKeys);
  return (
    <FormDialog
      title={t('signing_keys.token_keys.rotate')}
      description={t('signing_keys.token_keys.rotate_text')}
      submitLabel={t('signing_keys.token_keys.rotate')}
      schema={choice}
      defaultValues={{ algorithm: 'ES256', gracePeriod: 'four_hours' }}
      onClose={onClose}
      submit={async ({ algorithm, gracePeriod }: z.infer<typeof choice>) => {
        const rotationGracePeriod = gracePeriods[gracePeriod];
        await rotate({ body: { signingKeyAlgorithm: algorithm, rotationGracePeriod } });
        toast.success(t('signing_keys.token_keys.rotated'));
        onClose();
      }}
    >
      {form => (
        <>
          <FormField
            form={form}
            name="algorithm"
            label={t('signing_keys.algorithm')}
            help={t('signing_keys.algorithm_help')}
          >
            {field => (
              <Select {...field} options={signingAlgorithms.map(value => ({ value, label: value }))} />
            )}
          </FormField>
          <FormField
            form={form}
            name="gracePeriod"
            label={t('signing_keys.grace_period')}
            help={t('signing_keys.grace_period_help')}
          >
            {field => (
              <Select
                {...field}
                options={gracePeriodNames.map(value => ({
                  value,
                  label: t(`signing_keys.grace_periods.${value}`),
                }))}
              />
            )}
          </FormField>
        </>
      )}
    </FormDialog>
  );
};
