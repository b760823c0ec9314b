import { Tag, type Tone } from './tag.tsx';
import styles from './tag-trail.module.css';

/** A sequence of tags, in reading direction. */
export const TagTrail = ({ items }: { items: readonly { key: string; label: string; tone?: Tone }[] }) => (
  <ol className={styles.trail}>
    {items.map(({ key, label, tone }) => (
      <li key={key}>
        <Tag tone={tone}>{label}</Tag>
      </li>
    ))}
  </ol>
);
