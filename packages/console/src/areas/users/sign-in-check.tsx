import { applicationTypes } from '@gatehouse/contract/applications.ts';
import { type StuckReason, stuckReasons } from '@gatehouse/contract/sign-in-changes.ts';
import { type CheckedSignIn, signInCheck } from '@gatehouse/contract/sign-in-check.ts';
import type { User } from '@gatehouse/contract/users.ts';
import { Card } from '@gatehouse/ui/card.tsx';
import type { ComboboxOption } from '@gatehouse/ui/combobox.tsx';
import { Field } from '@gatehouse/ui/field.tsx';
import { GatePath } from '@gatehouse/ui/gate-path.tsx';
import { Grid, Row, Stack } from '@gatehouse/ui/layout.tsx';
import { RadioCards } from '@gatehouse/ui/radio-cards.tsx';
import { Segmented } from '@gatehouse/ui/segmented.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { TextInput } from '@gatehouse/ui/text-input.tsx';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { useT } from '../../phrases.tsx';
import { ApplicationPicker } from '../../pickers/application-picker.tsx';
import { useEntity } from '../../templates/entity-detail.tsx';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';
import { GateNotes } from './gate-notes.tsx';
import { type CheckedPlace, SignInChanges } from './sign-in-changes.tsx';
import { useSocialName } from './social-name.ts';
import { isStuckOn, stopAt } from './stuck.ts';

/** People sign in from a browser, so machines are not offered. */
const signInTypes = applicationTypes.filter(type => type !== 'MachineToMachine');

const exampleCountry = 'US';
const devices = ['new', 'known'] as const;

/** Shows the outcome of a sign-in right now, for each sign-in method, gate by gate. */
export const UserSignInCheck = () => {
  const t = useT();
  const { id: userId } = useEntity<User>();
  const failed = useFailedSignIn();
  const [application, setApplication] = useState<ComboboxOption[]>([]);
  const [device, setDevice] = useState<(typeof devices)[number]>('new');
  const [country, setCountry] = useState('');
  const applicationId = application[0]?.value;
  const isCountry = /^[A-Z]{2}$/.test(country);
  const place = { applicationId, device, country: isCountry ? country : undefined };
  const { data, failure } = useReadOrFailure(signInCheck.checkSignIn, { params: { userId }, query: place });
  return (
    <Stack>
      <Text tone="soft">{t('users.check.subtitle')}</Text>
      <Row gap={4} align="end">
        <Field label={t('users.check.application')}>
          <ApplicationPicker
            isSingle
            value={application}
            onChange={options => setApplication(options.slice(-1))}
            types={signInTypes}
          />
        </Field>
        <Field label={t('users.check.country')}>
          <TextInput
            value={country}
            maxLength={2}
            placeholder={exampleCountry}
            onChange={({ target }) => setCountry(target.value.toUpperCase())}
          />
        </Field>
        <Segmented
          label={t('users.check.device')}
          value={device}
          onChange={setDevice}
          options={devices.map(value => ({ value, label: t(`users.check.devices.${value}`) }))}
        />
      </Row>
      {failure}
      {data && <CheckedMethods methods={data} userId={userId} place={place} failed={failed} />}
    </Stack>
  );
};

type CheckedMethodsProps = {
  methods: readonly CheckedSignIn[];
  userId: string;
  place: CheckedPlace;
  failed: StuckReason | undefined;
};

/** The question at which a sign-in of the audit log has failed, where one is named. */
const useFailedSignIn = () => {
  const named = new URLSearchParams(useLocation().searchStr).get('stuck');
  return stuckReasons.find(each => each === named);
};

const keyOf = ({ method, target = '' }: CheckedSignIn) => `${method} ${target}`;

/** Shows the first method that works, or else the one that users would try and that comes furthest. */
const CheckedMethods = ({ methods, userId, place, failed }: CheckedMethodsProps) => {
  const t = useT();
  const nameOf = useSocialName();
  const [chosen, choose] = useState<string>();
  const [stuckOn, setStuckOn] = useState(failed);
  const furthest = methods.toSorted((one, other) => rankOf(other) - rankOf(one))[0];
  const shown = methods.find(each => keyOf(each) === chosen) ?? furthest;
  const titleOf = ({ method, target }: CheckedSignIn) =>
    method === 'social' && target ? nameOf(target) : t(`users.check.methods.${method}`);
  if (!shown) return null;
  const stuck = isStuckOn(shown, stuckOn) ? stuckOn : undefined;
  const { method, target } = shown;
  return (
    <Grid minWidth="340px" isFull>
      <Stack>
        <RadioCards
          label={t('users.check.method')}
          value={keyOf(shown)}
          onChange={choose}
          minWidth="100%"
          options={methods.map(each => ({
            value: keyOf(each),
            title: titleOf(each),
            description: t(each.isAllowed ? 'users.check.allowed' : 'users.check.refused'),
          }))}
        />
      </Stack>
      <Stack>
        <Card title={titleOf(shown)}>
          <GatePath
            steps={stopAt(shown, stuck).map(({ gate, state, notes }) => ({
              id: gate,
              title: t(`users.check.gates.${gate}`),
              state,
              stateText: t(`users.check.states.${state}`),
              content: notes.length > 0 && (
                <GateNotes
                  notes={notes}
                  about={{ userId, applicationId: place.applicationId }}
                  stuckOn={stuck}
                  onStuck={setStuckOn}
                />
              ),
            }))}
          />
        </Card>
        {(stuck || !shown.isAllowed) && (
          <SignInChanges about={{ userId, method, target, stuckOn: stuck }} place={place} />
        )}
      </Stack>
    </Grid>
  );
};

/** Methods that are off, or that the user has nothing for, come last. */
const rankOf = ({ gates, isAllowed }: CheckedSignIn) => {
  const isOffered = !gates
    .flatMap(({ notes }) => notes)
    .some(({ code }) => code === 'user.sign_in_method_not_enabled' || code.startsWith('no_'));
  const distance = gates.filter(({ state }) => state !== 'unreached').length;
  return (isAllowed ? 2 : Number(isOffered)) * gates.length + distance;
};
