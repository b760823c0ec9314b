import type { Row as ContractRow } from '@gatehouse/contract/endpoint.ts';
import type { ChangeRequest, FilledField, SignInChange } from '@gatehouse/contract/sign-in-changes.ts';
import { useConfirm } from '@gatehouse/ui/confirm.tsx';
import { Field } from '@gatehouse/ui/field.tsx';
import { Stack } from '@gatehouse/ui/layout.tsx';
import { PasswordInput } from '@gatehouse/ui/password-input.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { TextInput } from '@gatehouse/ui/text-input.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { useMutation } from '@tanstack/react-query';
import { refreshSegment, writeMany } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import type { WriteTarget } from '../../session/write-target.ts';

/** The change, and what else it opens. */
export type Words = { does: string; opens: string[] };

type Values = Partial<Record<FilledField, string>>;

/** Asks, and then makes the changes with the requests that the server has named, in their order. */
export const useApplyChanges = () => {
  const t = useT();
  const confirm = useConfirm();
  const toast = useToast();
  const { mutate } = useMutation({
    mutationFn: async ({ requests, values }: { requests: readonly ChangeRequest[]; values: Values }) => {
      await sendAll(requests, { values });
    },
    onSuccess: () => toast.success(t('users.check.changes.applied')),
    // The check reads settings of other areas, which have just been written.
    onSettled: () => refreshSegment('users'),
  });
  return async (changes: readonly SignInChange[], words: readonly Words[]) => {
    const requests = changes.flatMap(change => change.requests);
    const values: Values = {};
    const [isConfirmed] = await confirm({
      title: t('users.check.changes.confirm'),
      body: (
        <Stack gap={3}>
          {words.map(({ does, opens }) => (
            <Stack key={does} gap={1}>
              <Text isStrong>{does}</Text>
              {opens.map(line => (
                <Text key={line} tone="soft">
                  {line}
                </Text>
              ))}
            </Stack>
          ))}
          {requests.map(
            ({ fill }) =>
              fill && (
                <Filled
                  key={fill}
                  field={fill}
                  onChange={value => {
                    values[fill] = value;
                  }}
                />
              ),
          )}
        </Stack>
      ),
      confirmLabel: t('users.check.changes.apply'),
    });
    if (isConfirmed) mutate({ requests, values });
  };
};

const Filled = ({ field, onChange }: { field: FilledField; onChange: (value: string) => void }) => {
  const t = useT();
  const props = {
    required: true,
    autoComplete: field === 'password' ? 'new-password' : 'off',
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => onChange(currentTarget.value),
  };
  const label = field === 'password' ? t('users.password.new') : t(`users.import.fields.${field}`);
  return (
    <Field label={label}>
      {field === 'password' ? <PasswordInput {...props} /> : <TextInput dir="ltr" {...props} />}
    </Field>
  );
};

/** As a row of the contract, whose parameters are already in the path. */
const rowOf = ({ method, path }: ChangeRequest): ContractRow => ({
  method: method.toLowerCase() as ContractRow['method'],
  path,
  summary: '',
  status: 200,
  permission: 'all',
});

/** In their order. */
export const sendAll = async (requests: readonly ChangeRequest[], place: Place = {}) => {
  for (const request of requests) await send(request, place);
};

type Place = { values?: Values; target?: WriteTarget };

const send = async (request: ChangeRequest, { values = {}, target }: Place) => {
  const { body, fill } = request;
  const whole = fill ? { ...body, [fill]: values[fill] } : body;
  const [failure] = await writeMany(rowOf(request), [whole ? { body: whole } : {}], () => undefined, {
    target,
  });
  if (failure) throw failure;
};
