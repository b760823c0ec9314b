import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { ensureSyntaxTree } from '@codemirror/language';
import { type Diagnostic, linter } from '@codemirror/lint';
import { EditorState, type Extension } from '@codemirror/state';
import type { Finding } from './code-editor-extensions.ts';
import type { CodeCompletion, CodeLanguage, CodeProblem } from './code-editor-props.ts';
import { findJsonProblem } from './json-problem.ts';
import type { useUiText } from './ui-text.tsx';

type ProblemOptions = {
  language: CodeLanguage;
  t: ReturnType<typeof useUiText>['t'];
  problems: readonly CodeProblem[];
  onFound: (finding: Finding | undefined) => void;
};

/** Marks syntax errors and problems from outside. The first one is shown below the editor. */
export const showProblems = ({ language, t, problems, onFound }: ProblemOptions): Extension =>
  linter(
    ({ state }) => {
      const found = [...unreadable(state, language, t), ...problems.map(problem => diagnose(state, problem))];
      onFound(found[0] && findingOf(state, found[0]));
      return found;
    },
    { delay: 300 },
  );

const longestReadingMs = 2000;

const unreadable = (state: EditorState, language: CodeLanguage, t: ProblemOptions['t']): Diagnostic[] => {
  const text = state.doc.toString();
  if (!text.trim()) return [];
  if (language === 'json') {
    const problem = findJsonProblem(text);
    if (!problem) return [];
    const { offset, kind } = problem;
    const to = Math.min(offset + 1, text.length);
    return [{ from: Math.min(offset, to), to, severity: 'error', message: t(`json_problems.${kind}`) }];
  }
  // A tree that is not finished ends in an error where the reading stopped.
  const tree = ensureSyntaxTree(state, text.length, longestReadingMs);
  if (!tree) return [];
  const cursor = tree.cursor();
  do {
    if (!cursor.type.isError) continue;
    const to = Math.min(Math.max(cursor.to, cursor.from + 1), text.length);
    return [{ from: Math.min(cursor.from, to), to, severity: 'error', message: t('code_unreadable') }];
  } while (cursor.next());
  return [];
};

const diagnose = (
  { doc }: EditorState,
  { line, column, message, severity = 'error' }: CodeProblem,
): Diagnostic => {
  const at = doc.line(Math.min(Math.max(line, 1), doc.lines));
  if (column === undefined) return { from: at.from, to: at.to, severity, message };
  const from = Math.min(at.from + column - 1, at.to);
  return { from, to: Math.min(from + 1, at.to), severity, message };
};

const findingOf = ({ doc }: EditorState, { from, message, severity }: Diagnostic): Finding => {
  const line = doc.lineAt(from);
  return {
    severity: severity === 'warning' ? 'warning' : 'error',
    words: { line: String(line.number), column: String(from - line.from + 1), problem: message },
  };
};

/** Offers the names that can follow what is typed, one step of a path at a time. */
export const suggest = (completions: readonly CodeCompletion[]): Extension => {
  // Must be stable: a new source on each key press would restart the search.
  const offered = [{ autocomplete: (context: CompletionContext) => offerNext(context, completions) }];
  return EditorState.languageData.of(() => offered);
};

const typedPath = /[\w$]+(?:\??\.[\w$]*)*$/;

const offerNext = (
  context: CompletionContext,
  completions: readonly CodeCompletion[],
): CompletionResult | null => {
  const typed = context.matchBefore(typedPath);
  if (!typed && !context.explicit) return null;
  const steps = (typed?.text ?? '').replaceAll('?.', '.').split('.');
  const last = steps.pop() ?? '';
  const before = steps.map(step => `${step}.`).join('');
  const options = completions
    .filter(({ path }) => path.startsWith(before) && !path.slice(before.length).includes('.'))
    .map(({ path, type, description }) => ({
      label: path.slice(before.length),
      detail: type,
      info: description,
      boost: 1,
    }));
  if (options.length === 0) return null;
  return { from: context.pos - last.length, options, validFor: /^[\w$]*$/ };
};
