import type { Ref } from 'react';
/** A name that can be typed, with the dots that lead to it: `context.user.name`. */
export type CodeCompletion = { path: string; type?: string; description?: string };

export type CodeLanguage = 'css' | 'json' | 'javascript' | 'typescript' | 'html';

/** Something wrong in a text. Lines and columns count from one; without a column it is about the whole line. */
export type CodeProblem = {
  line: number;
  column?: number;
  message: string;
  /** An error unless said. */
  severity?: 'error' | 'warning';
};

export type CodeEditorProps = {
  /** The accessible name, because the label of a field does not reach into the editor's shadow root. */
  label: string;
  language: CodeLanguage;
  value: string;
  onChange?: (value: string) => void;
  onBlur?: () => void;
  isReadOnly?: boolean;
  isInvalid?: boolean;
  /** Problems found by the caller, in addition to syntax errors. */
  problems?: readonly CodeProblem[];
  completions?: readonly CodeCompletion[];
  /** The minimum height, in lines. */
  minLines?: number;
  ref?: Ref<{ focus: () => void }>;
};
