import { lazy, Suspense } from 'react';
import styles from './code-editor.module.css';
import type { CodeEditorProps } from './code-editor-props.ts';
import control from './control.module.css';

const CodeEditorView = lazy(() =>
  import('./code-editor-view.tsx').then(module => ({ default: module.CodeEditorView })),
);

/**
 * Code to type: colored, numbered, with what is wrong marked where it is. Tab indents; Escape and then Tab leaves.
 * Loaded when it is first seen. Written left to right in every language.
 */
export const CodeEditor = (props: CodeEditorProps) => (
  <div
    className={`${control.control} ${styles.editor}`}
    dir="ltr"
    data-invalid={props.isInvalid || undefined}
  >
    <Suspense fallback={<pre className={styles.waiting}>{props.value}</pre>}>
      <CodeEditorView {...props} />
    </Suspense>
  </div>
);
