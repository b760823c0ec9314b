import type { LogPayload } from '@gatehouse/contract/logs.ts';
import { refusalReasons } from '@gatehouse/contract/refusals.ts';
import type errors from '@gatehouse/phrases/en/errors.json';
import { loadPhrases } from '@gatehouse/phrases/load.ts';
import { createTranslator, type PhraseKey } from '@gatehouse/phrases/translate.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { Row } from '@gatehouse/ui/layout.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from '../phrases.tsx';
import { useRefusalSetting } from './refusal-setting.ts';

type LogFailureProps = { payload: LogPayload; title: string; action?: ReactNode };

/** Why something failed, in words, with the detail that only the log has and the setting to look at. */
export const LogFailure = ({ payload, title, action }: LogFailureProps) => {
  const words = useReason(payload.error);
  const setting = useRefusalSetting(payload);
  const { detail } = partsOf(payload.error);
  if (!words) return null;
  return (
    <Callout
      tone="warning"
      title={title}
      action={
        (setting || action) && (
          <Row gap={2}>
            {setting && (
              <Button size="small" href={setting.href}>
                {setting.label}
              </Button>
            )}
            {action}
          </Row>
        )
      }
    >
      {words}
      {detail && detail !== words && (
        <Text isBlock size="small" tone="soft">
          {detail}
        </Text>
      )}
    </Callout>
  );
};

/** The reason where one is known, else what the code means, else what the error says of itself. */
export const useReason = (error: LogPayload['error']) => {
  const { t, language } = useTranslation();
  const { code, reason, message, scope } = partsOf(error);
  const { data } = useQuery({
    queryKey: ['phrases', language, 'errors'],
    queryFn: () => loadPhrases(language, 'errors'),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: code !== undefined,
  });
  const known = refusalReasons.find(each => each === reason);
  if (known) return t(`logs.reasons.${known}`);
  if (!code) return message;
  const say = data && createTranslator<PhraseKey<typeof errors>>(language, data);
  // The provider's codes are those of OAuth; ours of the same meaning are below `oidc`.
  const told = [code, `oidc.${code}`].flatMap(key => {
    const words = say?.(key as PhraseKey<typeof errors>, scope === undefined ? {} : { scope });
    return words && words !== key && !words.includes('{{') ? [words] : [];
  });
  return told[0] ?? message ?? code;
};

const partsOf = (error: LogPayload['error']) => {
  if (typeof error !== 'object') return { code: error };
  const { code, reason, message = error.description, detail = error.description, scope } = error;
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  return {
    code: text(code),
    reason: text(reason),
    message: text(message),
    detail: text(detail),
    scope: text(scope),
  };
};
