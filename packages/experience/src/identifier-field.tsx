import type { CallingCode } from '@gatehouse/contract/calling-codes.ts';
import type { Identifier } from '@gatehouse/contract/experience.ts';
import type { SignInIdentifier } from '@gatehouse/contract/sign-in-experience.ts';
import { ChoiceInput } from '@gatehouse/ui/choice-input.tsx';
import { Field } from '@gatehouse/ui/field.tsx';
import { useEffect, useRef, useState } from 'react';
import { data, t } from './data.ts';
import { type Draft, signInDraft } from './draft.ts';
import { kindOf, labelKeyOf, readIdentifier, type TypedIdentifier } from './identifiers.ts';

/** State of the identifier field: the typed text, the parsed identifier and the error. */
export const useIdentifier = (allowed: readonly SignInIdentifier[], draft: Draft = signInDraft) => {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(draft.read);
  const [error, setError] = useState<string>();
  // The list of countries may arrive between a key and its drawing: neither takes back what the other wrote.
  const latest = useRef(typed);
  const change = (patch: Partial<TypedIdentifier>) => {
    latest.current = { ...latest.current, ...patch };
    setTyped(latest.current);
    draft.keep(latest.current);
    setError(undefined);
  };
  /** The identifier, or nothing with the mistake shown and the cursor on it. */
  const read = (): Identifier | undefined => {
    const found = readIdentifier(typed, allowed);
    if (!('error' in found)) return found;
    setError(t(found.error));
    input.current?.focus();
    return undefined;
  };
  return { allowed, input, typed, change, error, read, kind: kindOf(typed.text, allowed) };
};

export type IdentifierState = ReturnType<typeof useIdentifier>;

const autoComplete = { username: 'username', email: 'email', phone: 'tel' } as const;
const inputModes = { username: 'text', email: 'email', phone: 'tel' } as const;

type IdentifierFieldProps = {
  state: IdentifierState;
  help?: string;
  autoFocus?: boolean;
  isNew?: boolean;
  offersPasskeys?: boolean;
  /** A number is enough without a message to it: those of all countries are welcome. */
  needsNoMessage?: boolean;
};

/** One field for every identifier that is allowed. A number shows its country as soon as it looks like one. */
export const IdentifierField = ({
  state,
  help,
  autoFocus,
  isNew,
  offersPasskeys,
  needsNoMessage,
}: IdentifierFieldProps) => {
  const { allowed, typed, change, kind } = state;
  const [only] = allowed;
  const countries = useCallingCodes(
    allowed.includes('phone'),
    needsNoMessage ? undefined : data.smsCountries,
  );
  const chosen = countries.find(({ region }) => region === typed.region) ?? countries[0];
  useEffect(() => {
    if (chosen && chosen.code !== typed.callingCode)
      change({ region: chosen.region, callingCode: chosen.code });
  });
  const isNational = kind === 'phone' && !/^(\+|00)/.test(typed.text.trim());
  return (
    <Field label={t(`sign_in.identifier_${labelKeyOf(allowed)}`)} help={help} error={state.error}>
      <ChoiceInput
        ref={state.input}
        size="large"
        name="identifier"
        autoComplete={`${allowed.length === 1 && only && isNew ? autoComplete[only] : 'username'}${offersPasskeys ? ' webauthn' : ''}`}
        inputMode={allowed.length === 1 && only ? inputModes[only] : 'text'}
        autoCapitalize="none"
        spellCheck={false}
        autoFocus={autoFocus}
        dir={typed.text ? 'ltr' : undefined}
        value={typed.text}
        onChange={({ currentTarget }) => change({ text: currentTarget.value })}
        choice={
          chosen && isNational
            ? {
                label: t('sign_in.country'),
                value: chosen.region,
                shown: `+${chosen.code}`,
                options: countries.map(({ region, code, name }) => ({
                  value: region,
                  label: `${name} (+${code})`,
                })),
                onChange: region => change({ region }),
              }
            : undefined
        }
      />
    </Field>
  );
};

/** Loaded only where a number can be typed. */
const useCallingCodes = (isWanted: boolean, served: readonly string[] | undefined) => {
  const [codes, setCodes] = useState<CallingCode[]>([]);
  useEffect(() => {
    if (!isWanted) return;
    void import('@gatehouse/contract/calling-codes.ts').then(({ listCallingCodes }) =>
      setCodes(listCallingCodes(data.language, served)),
    );
  }, [isWanted, served]);
  return codes;
};
