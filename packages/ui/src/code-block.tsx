import { lazy, type ReactNode, Suspense, useId, useState } from 'react';
import styles from './code-block.module.css';
import type { HighlightedLanguage } from './code-highlighter.ts';
import { CopyButton } from './copy-button.tsx';
import { TabList } from './tab-list.tsx';

const HighlightedCode = lazy(() =>
  import('./highlighted-code.tsx').then(module => ({ default: module.HighlightedCode })),
);

type Code = { code: string; language?: HighlightedLanguage };

/** Readable at once; the colors follow when the highlighter has loaded. */
const Lines = ({ code, language, ...rest }: Code & { id?: string; 'aria-labelledby'?: string }) => (
  <pre className={styles.code} tabIndex={0} role={rest.id && 'tabpanel'} {...rest}>
    <code>
      {language ? (
        <Suspense fallback={code}>
          <HighlightedCode code={code} language={language} />
        </Suspense>
      ) : (
        code
      )}
    </code>
  </pre>
);

/** Code or a payload to read and to copy. Written left to right in every language. */
export function CodeBlock({
  code,
  label,
  language,
  actions,
}: Code & {
  label?: string;
  /** Beside the copy button. */
  actions?: ReactNode;
}) {
  return (
    <figure className={styles.block} dir="ltr">
      <figcaption className={styles.caption} data-bare={label || actions ? undefined : true}>
        <span>{label}</span>
        <span className={styles.actions}>
          {actions}
          <CopyButton text={code} />
        </span>
      </figcaption>
      <Lines code={code} language={language} />
    </figure>
  );
}

/** Several files of one step, one at a time. */
export function CodeFiles({ label, files }: { label: string; files: readonly (Code & { file: string })[] }) {
  const id = useId();
  const [chosen, setChosen] = useState(0);
  const current = Math.min(chosen, files.length - 1);
  const shown = files[current];
  if (!shown) return null;
  return (
    <figure className={styles.block} dir="ltr">
      <figcaption className={styles.caption} data-tabs>
        <TabList
          id={id}
          label={label}
          titles={files.map(({ file }) => file)}
          chosen={current}
          onChoose={setChosen}
          panelIdOf={() => `${id}-code`}
          isCode
        />
        <CopyButton text={shown.code} />
      </figcaption>
      <Lines id={`${id}-code`} aria-labelledby={`${id}-${current}`} {...shownCode(shown)} />
    </figure>
  );
}

const shownCode = ({ code, language }: Code) => ({ code, language });
