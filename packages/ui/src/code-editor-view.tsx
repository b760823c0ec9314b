import { Compartment } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react';
import styles from './code-editor.module.css';
import { editing, type Finding, loadLanguage, lookOf } from './code-editor-extensions.ts';
import { showProblems, suggest } from './code-editor-help.ts';
import look from './code-editor-look.css?inline';
import type { CodeEditorProps } from './code-editor-props.ts';
import { useUiText } from './ui-text.tsx';

const leastLines = 6;

/** Puts an editor into the shadow root of an element. `told` gets the texts that its user has typed. */
const openEditor = (
  host: HTMLElement,
  latest: RefObject<CodeEditorProps>,
  told: RefObject<string[]>,
  settings: Compartment,
) => {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(look);
  root.adoptedStyleSheets = [sheet];
  const editor = new EditorView({
    parent: root,
    root,
    doc: latest.current.value,
    extensions: [
      // It has its name from the first moment; the rest comes with its language.
      settings.of(lookOf({ ...latest.current, minLines: latest.current.minLines ?? leastLines })),
      editing,
      EditorView.updateListener.of(({ docChanged, state }) => {
        const text = state.doc.toString();
        if (!docChanged || text === latest.current.value) return;
        told.current.push(text);
        latest.current.onChange?.(text);
      }),
      EditorView.domEventHandlers({ blur: () => latest.current.onBlur?.() }),
    ],
  });
  // Letters typed here are no shortcuts of the page, and Escape closes nothing around the editor.
  const keepKeys = (event: KeyboardEvent) => {
    if (!event.ctrlKey && !event.metaKey) event.stopPropagation();
  };
  host.addEventListener('keydown', keepKeys);
  return {
    editor,
    remove() {
      host.removeEventListener('keydown', keepKeys);
      editor.destroy();
    },
  };
};

/** The editor itself. It lives in a shadow root, where its styles need no exception from the page's policy. */
export function CodeEditorView(props: CodeEditorProps) {
  const { t } = useUiText();
  const host = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<EditorView>();
  const [settings] = useState(() => new Compartment());
  const [finding, setFinding] = useState<Finding>();
  const latest = useRef(props);
  latest.current = props;
  const told = useRef<string[]>([]);

  useEffect(() => {
    if (!host.current) return;
    const { editor, remove } = openEditor(host.current, latest, told, settings);
    setView(editor);
    return remove;
  }, [settings]);

  const {
    label,
    language,
    isReadOnly,
    isInvalid,
    minLines = leastLines,
    completions,
    problems,
    value,
  } = props;
  useEffect(() => {
    if (!view) return;
    let isCurrent = true;
    void loadLanguage(language).then(support => {
      if (!isCurrent) return;
      const hint = isReadOnly ? undefined : t('editor_hint');
      view.dispatch({
        effects: settings.reconfigure([
          support,
          lookOf({ label, hint, isReadOnly, isInvalid, minLines, completionsLabel: t('completions') }),
          suggest(completions ?? []),
          showProblems({ language, t, problems: problems ?? [], onFound: setFinding }),
        ]),
      });
    });
    return () => {
      isCurrent = false;
    };
  }, [view, settings, t, label, language, isReadOnly, isInvalid, minLines, completions, problems]);

  useEffect(() => {
    if (!view) return;
    // Our own changes come back as `value`, sometimes after the next keystroke. Only other texts are new.
    const echo = told.current.lastIndexOf(value);
    told.current = told.current.slice(echo + 1);
    if (echo !== -1 || view.state.doc.toString() === value) return;
    told.current = [];
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: value } });
  }, [view, value]);

  useImperativeHandle(props.ref, () => ({ focus: () => view?.focus() }), [view]);
  return (
    <>
      <div ref={host} />
      {(finding || !isReadOnly) && (
        <div className={styles.foot} dir="auto" role="status" data-severity={finding?.severity}>
          {finding ? t('problem_at', finding.words) : t('editor_hint')}
        </div>
      )}
    </>
  );
}
