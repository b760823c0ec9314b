import { Avatar } from './avatar.tsx';
import styles from './avatar-stack.module.css';
import { useUiText } from './ui-text.tsx';

type AvatarStackProps = {
  /** A glimpse of them. */
  people: { id: string; name?: string | null; avatar?: string | null }[];
  /** The total number. */
  count: number;
};

/** Some faces and a number: who belongs to something, at a glance. */
export function AvatarStack({ people, count }: AvatarStackProps) {
  const { language } = useUiText();
  return (
    <span className={styles.stack}>
      {people.length > 0 && (
        <span className={styles.faces}>
          {people.map(({ id, name, avatar }) => (
            <Avatar key={id} name={name} src={avatar} size={24} lines={[name]} />
          ))}
        </span>
      )}
      <span className={styles.count}>{count.toLocaleString(language)}</span>
    </span>
  );
}
