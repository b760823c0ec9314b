import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { Button } from './button.tsx';
import control from './control.module.css';
import { useFieldControl } from './field.tsx';
import styles from './json-input.module.css';
import { findJsonProblem } from './json-problem.ts';
import { useUiText } from './ui-text.tsx';

type JsonInputProps = {
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  disabled?: boolean;
  ref?: Ref<HTMLTextAreaElement>;
};

/** JSON to type: colored, with what is wrong marked where it is. Written left to right in every language. */
export function JsonInput({ value, onChange, onBlur, disabled, ref }: JsonInputProps) {
  const { t } = useUiText();
  const field = useFieldControl();
  // The form decides whether a value is required.
  const isEmpty = value.trim() === '';
  const problem = isEmpty ? undefined : findJsonProblem(value);
  const format = () => onChange(JSON.stringify(JSON.parse(value), undefined, 2));
  return (
    <div className={`${control.control} ${styles.editor}`} dir="ltr">
      <div className={styles.layers}>
        <pre className={styles.colours} aria-hidden>
          {paint(value, problem?.offset)}
          {'\n'}
        </pre>
        <textarea
          {...field}
          ref={ref}
          className={styles.text}
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          disabled={disabled}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          onKeyDown={indent}
          onBlur={onBlur}
        />
      </div>
      <div className={styles.foot}>
        <span role="status" className={styles.problem}>
          {problem &&
            t('problem_at', {
              line: String(problem.line),
              column: String(problem.column),
              problem: t(`json_problems.${problem.kind}`),
            })}
        </span>
        <Button
          size="small"
          variant="quiet"
          disabled={disabled || isEmpty || problem !== undefined}
          onClick={format}
        >
          {t('format_json')}
        </Button>
      </div>
    </div>
  );
}

const token = /("(?:\\.|[^"\\\n])*"?)(\s*:)?|-?\d[\d.eE+-]*|\b(?:true|false|null)\b/g;

const kindOf = (match: RegExpMatchArray) => {
  if (match[2]) return styles.key;
  if (match[1]) return styles.string;
  return styles.literal;
};

/** The text in colors; the character at the offset, or the end, is marked. */
const paint = (text: string, offset: number | undefined): ReactNode[] => {
  const parts: ReactNode[] = [];
  const add = (start: number, end: number, className?: string) => {
    const piece = (from: number, to: number, look = className) =>
      from < to && (
        <span key={`${from}${look}`} className={look}>
          {text.slice(from, to)}
        </span>
      );
    if (offset === undefined || offset < start || offset >= end) return parts.push(piece(start, end));
    const marked = `${className ?? ''} ${styles.mark}`;
    parts.push(piece(start, offset), piece(offset, offset + 1, marked), piece(offset + 1, end));
  };
  let place = 0;
  for (const match of text.matchAll(token)) {
    add(place, match.index);
    add(match.index, match.index + match[0].length, kindOf(match));
    place = match.index + match[0].length;
  }
  add(place, text.length);
  if (offset !== undefined && offset >= text.length) {
    parts.push(
      <span key="end" className={styles.mark}>
        {' '}
      </span>,
    );
  }
  return parts;
};

/** A new line begins where the last one did, or further in after a bracket. Tab moves to the next field. */
const indent = (event: KeyboardEvent<HTMLTextAreaElement>) => {
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
  const { value, selectionStart } = event.currentTarget;
  const line = value.slice(value.lastIndexOf('\n', selectionStart - 1) + 1, selectionStart);
  const [spaces = ''] = /^ */.exec(line) ?? [];
  const deeper = /[[{]\s*$/.test(line) ? '  ' : '';
  if (!spaces && !deeper) return;
  event.preventDefault();
  // The only way to insert text that keeps the undo history.
  document.execCommand('insertText', false, `\n${spaces}${deeper}`);
};
