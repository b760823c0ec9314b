import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import {
  bracketMatching,
  HighlightStyle,
  indentOnInput,
  type LanguageSupport,
  syntaxHighlighting,
} from '@codemirror/language';
import { lintGutter } from '@codemirror/lint';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { CodeLanguage } from './code-editor-props.ts';
export type Finding = {
  severity: 'error' | 'warning';
  words: { line: string; column: string; problem: string };
};

/** Each language is its own small piece to load. */
export const loadLanguage = async (language: CodeLanguage): Promise<LanguageSupport> => {
  if (language === 'css') return (await import('@codemirror/lang-css')).css();
  if (language === 'json') return (await import('@codemirror/lang-json')).json();
  if (language === 'html') return (await import('@codemirror/lang-html')).html();
  const { javascript } = await import('@codemirror/lang-javascript');
  return javascript({ typescript: language === 'typescript' });
};

const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName), tags.tagName], color: 'var(--accent-11)' },
  {
    tag: [tags.keyword, tags.modifier, tags.operatorKeyword, tags.atom, tags.bool, tags.null],
    color: 'var(--accent-11)',
    fontWeight: '600',
  },
  { tag: [tags.string, tags.attributeValue, tags.regexp], color: 'var(--green-11)' },
  { tag: [tags.number, tags.unit, tags.color, tags.literal], color: 'var(--amber-11)' },
  { tag: [tags.className, tags.typeName, tags.attributeName, tags.labelName], color: 'var(--amber-11)' },
  { tag: [tags.comment], color: 'var(--text-faint)', fontStyle: 'italic' },
]);

/**
 * After Escape, Tab moves the focus again until something is typed, so that keyboard users are not trapped in the
 * editor.
 */
const leavingByKeyboard = EditorView.domEventObservers({
  keydown: ({ key }, view) => {
    if (key === 'Escape') view.setTabFocusMode(true);
    else if (key !== 'Tab' && key !== 'Shift') view.setTabFocusMode(false);
  },
  blur: (_, view) => view.setTabFocusMode(false),
});

/** Extensions that every editor has. */
export const editing: Extension = [
  lineNumbers(),
  lintGutter(),
  history(),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  highlightActiveLine(),
  autocompletion({ icons: false }),
  EditorView.lineWrapping,
  syntaxHighlighting(colours),
  leavingByKeyboard,
  keymap.of([
    ...closeBracketsKeymap,
    ...completionKeymap,
    ...historyKeymap,
    // With the command key, Enter is the page's: it runs or saves.
    ...defaultKeymap.filter(({ key }) => key !== 'Mod-Enter'),
    indentWithTab,
  ]),
];

type Look = {
  label: string;
  hint?: string;
  completionsLabel?: string;
  isReadOnly?: boolean;
  isInvalid?: boolean;
  minLines: number;
};

/** The label and the appearance of one editor. */
export const lookOf = ({
  label,
  hint,
  completionsLabel,
  isReadOnly,
  isInvalid,
  minLines,
}: Look): Extension => [
  EditorState.readOnly.of(isReadOnly ?? false),
  EditorState.phrases.of(completionsLabel ? { Completions: completionsLabel } : {}),
  EditorView.contentAttributes.of({
    'aria-label': label,
    ...(hint ? { 'aria-description': hint } : {}),
    ...(isInvalid ? { 'aria-invalid': 'true' } : {}),
    ...(isReadOnly ? { 'aria-readonly': 'true' } : {}),
  }),
  EditorView.contentAttributes.of({ style: `--min-lines: ${minLines}`, tabindex: '0' }),
];
