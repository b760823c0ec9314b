import { UserRound } from 'lucide-react';
import { type CSSProperties, useState } from 'react';
import styles from './avatar.module.css';
import { Tooltip } from './tooltip.tsx';

/** Each is dark enough for white letters. */
const avatarColors = [
  '#5b4bd6',
  '#2563c9',
  '#0b6fa4',
  '#0d7377',
  '#0f766e',
  '#1d7a3e',
  '#5c6f10',
  '#93600a',
  '#b0490f',
  '#c2352b',
  '#b8246b',
  '#8b39b8',
];

type AvatarProps = {
  name?: string | null;
  src?: string | null;
  size?: number;
  /** Its accessible name, where the person's name does not stand beside it. */
  label?: string;
  /** Details about the person, one line each, in a tooltip. */
  lines?: (string | null | undefined)[];
};

export function Avatar({ name, src, size = 26, label, lines = [] }: AvatarProps) {
  const known = lines.filter(line => !!line);
  return (
    <Tooltip content={known.length > 0 && known.map(line => <div key={line}>{line}</div>)}>
      <span
        className={styles.avatar}
        style={{ '--size': `${size}px` } as CSSProperties}
        {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
      >
        <Face name={name} src={src} />
      </span>
    </Tooltip>
  );
}

function Face({ name, src }: Pick<AvatarProps, 'name' | 'src'>) {
  const [failedSrc, setFailedSrc] = useState<string>();
  if (src && src !== failedSrc) {
    return <img src={src} alt="" referrerPolicy="no-referrer" onError={() => setFailedSrc(src)} />;
  }
  const initial = initialOf(name);
  if (src || !initial) {
    return (
      <span className={styles.placeholder}>
        <UserRound />
      </span>
    );
  }
  return (
    <span className={styles.initial} style={{ backgroundColor: avatarColorOf(initial) }}>
      {initial}
    </span>
  );
}

const initialOf = (name?: string | null) => [...(name?.trim() ?? '')][0]?.toUpperCase();

/** People keep their color wherever they appear. */
export const avatarColorOf = (name: string) =>
  avatarColors[(initialOf(name)?.codePointAt(0) ?? 0) % avatarColors.length];
