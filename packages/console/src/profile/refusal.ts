import { loadPhrases } from '@gatehouse/phrases/load.ts';
import { createTranslator } from '@gatehouse/phrases/translate.ts';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { useSpeech } from '../phrases.tsx';
import { HttpError } from '../request.ts';
import { isSignInNeeded } from '../session/client.ts';
import { describeFailure } from '../shell/report-errors.tsx';

type Issue = { code: string; interpolation?: Record<string, string | number> };

/** Shows why a step was refused at its field; failures that the field cannot mend go into a toast. */
export const useShowRefusal = () => {
  const toast = useToast();
  const { t, language } = useSpeech();
  return async (error: unknown, showAtField: (message: string) => void) => {
    if (!(error instanceof Error)) throw error;
    if (isSignInNeeded(error)) return;
    if (error instanceof HttpError && [400, 422].includes(error.status)) {
      showAtField(await reasonsOf(error, language));
    } else toast.error(describeFailure(error, t));
  };
};

/** Every reason at once when a password is against the policy. */
const reasonsOf = async (error: HttpError, language: string) => {
  const issues = (error.body?.data as { issues?: Issue[] } | undefined)?.issues;
  if (error.code !== 'password.rejected' || !issues) return error.message;
  const say = createTranslator(language, await loadPhrases(language, 'errors'));
  return issues.map(({ code, interpolation }) => say(code, interpolation)).join(' ');
};
