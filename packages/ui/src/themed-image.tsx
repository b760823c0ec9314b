import styles from './themed-image.module.css';

/** A logo beside its name, which has another drawing for dark pages. The style sheet chooses, as it does for colors. */
export function ThemedImage({ src, darkSrc }: { src: string; darkSrc?: string | null }) {
  if (!darkSrc) return <img src={src} alt="" />;
  return (
    <>
      <img className={styles.light} src={src} alt="" loading="lazy" />
      <img className={styles.dark} src={darkSrc} alt="" loading="lazy" />
    </>
  );
}
