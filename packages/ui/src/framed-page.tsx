import styles from './framed-page.module.css';

/** A page of somebody else's words, such as a mail: shown as written, behind a wall without scripts. */
export const FramedPage = ({ title, caption, html }: { title: string; caption?: string; html: string }) => (
  <figure className={styles.figure}>
    <figcaption className={styles.caption}>{caption || title}</figcaption>
    <iframe className={styles.frame} title={title} sandbox="" srcDoc={html} />
  </figure>
);
