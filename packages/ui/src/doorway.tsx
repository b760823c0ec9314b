import type { CSSProperties, ReactNode } from 'react';
import styles from './doorway.module.css';
import { Link } from './link.tsx';
import { Tooltip } from './tooltip.tsx';

/** How someone proved who they are, as a color. */
export const doorwayTones = ['password', 'code', 'passkey', 'social', 'sso', 'session', 'machine'] as const;
export type DoorwayTone = (typeof doorwayTones)[number];

export type DoorwayItem = {
  id: string;
  tone: DoorwayTone;
  isRefused: boolean;
  href: string;
  title: string;
  detail: ReactNode;
  /** Beside the title, for what is special about it. */
  mark?: ReactNode;
  when?: ReactNode;
};

type DoorwayProps = {
  label: string;
  items: readonly DoorwayItem[];
  isPaused: boolean;
  /** The gate shines once for each new value. */
  shine?: string;
  /** The dot has passed, or was sent back. */
  onGone: (id: string) => void;
};

const lanes = 5;

const laneOf = (id: string) =>
  [...id].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % 9973, 7) % lanes;

/** The gate of the logo: each item is a dot that passes through it or bounces off. Hovering or focusing one stops it. */
export const Doorway = ({ label, items, isPaused, shine, onGone }: DoorwayProps) => (
  <section className={styles.stage} aria-label={label} data-paused={isPaused || undefined}>
    <svg
      key={shine}
      className={styles.gate}
      data-lit={shine ? true : undefined}
      viewBox="0 0 120 80"
      aria-hidden
    >
      <path className={styles.opening} d="M44 70V36a16 16 0 0 1 32 0v34" />
      <path d="M34 70V36a26 26 0 0 1 52 0v34M0 70h120" />
    </svg>
    {items.map(({ id, tone, isRefused, href, title, detail }) => (
      <Tooltip
        key={id}
        content={
          <>
            {title}
            <br />
            {detail}
          </>
        }
      >
        <Link
          href={href}
          aria-label={title}
          className={styles.traveler}
          data-tone={tone}
          data-refused={isRefused || undefined}
          style={{ '--lane': laneOf(id) } as CSSProperties}
          onAnimationEnd={({ target, currentTarget }) => target === currentTarget && onGone(id)}
        />
      </Tooltip>
    ))}
  </section>
);

/** The meaning of the colors. */
export const DoorwayLegend = ({
  names,
}: {
  names: readonly { tone: DoorwayTone | 'refused'; name: string }[];
}) => (
  <ul className={styles.legend}>
    {names.map(({ tone, name }) => (
      <li key={tone}>
        <span className={styles.dot} data-tone={tone} aria-hidden />
        {name}
      </li>
    ))}
  </ul>
);

/** The same items in words, newest first. */
export const DoorwayList = ({ label, items }: { label: string; items: readonly DoorwayItem[] }) => (
  <ul className={styles.list} aria-label={label}>
    {items.map(({ id, tone, isRefused, href, title, detail, mark, when }) => (
      <li key={id}>
        <Link href={href} className={styles.item}>
          <span className={styles.dot} data-tone={isRefused ? 'refused' : tone} aria-hidden />
          <span className={styles.words}>
            <span className={styles.title}>
              <bdi>{title}</bdi>
              {mark}
            </span>
            <span className={styles.detail}>{detail}</span>
          </span>
          <span className={styles.when}>{when}</span>
        </Link>
      </li>
    ))}
  </ul>
);
