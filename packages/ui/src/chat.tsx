import { ArrowUp, Square } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import styles from './chat.module.css';
import { IconButton } from './icon-button.tsx';

/** A conversation, read out as it grows. What comes last is in sight. */
export function ChatLog({ label, children }: { label: string; children: ReactNode }) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'end' });
  });
  return (
    <div role="log" aria-label={label} className={styles.log}>
      {children}
      <div ref={end} />
    </div>
  );
}

type ChatMessageProps = {
  author: 'person' | 'assistant';
  /** The speaker, for users who cannot see which side the message is on. */
  name: string;
  actions?: ReactNode;
  children: ReactNode;
};

export function ChatMessage({ author, name, actions, children }: ChatMessageProps) {
  return (
    <article className={styles.message} data-author={author} aria-label={name}>
      <div className={styles.words} dir="auto">
        {children}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </article>
  );
}

/** Quoted text in its own direction, with its source. */
export const ChatQuote = ({ source, children }: { source: ReactNode; children: ReactNode }) => (
  <figure className={styles.quote} dir="auto">
    <figcaption>{source}</figcaption>
    <blockquote>{children}</blockquote>
  </figure>
);

type ChatComposerProps = {
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
  onSend: () => void;
  sendLabel: string;
  /** While an answer comes, the button stops it. */
  onStop?: () => void;
  stopLabel: string;
  maxLength: number;
};

/** Enter sends, Shift and Enter begins a line. */
export function ChatComposer({
  label,
  placeholder,
  value,
  onChange,
  onSend,
  sendLabel,
  onStop,
  stopLabel,
  maxLength,
}: ChatComposerProps) {
  return (
    <form
      className={styles.composer}
      onSubmit={event => {
        event.preventDefault();
        onSend();
      }}
    >
      <textarea
        rows={2}
        dir="auto"
        aria-label={label}
        placeholder={placeholder}
        maxLength={maxLength}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        onKeyDown={event => {
          // While characters are being composed, Enter chooses one of them.
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          if (!onStop) onSend();
        }}
      />
      {onStop ? (
        <IconButton variant="secondary" label={stopLabel} icon={<Square />} onClick={onStop} />
      ) : (
        <IconButton
          type="submit"
          variant="secondary"
          label={sendLabel}
          icon={<ArrowUp />}
          disabled={value.trim() === ''}
        />
      )}
    </form>
  );
}
