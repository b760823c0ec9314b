import { type ReactNode, useEffect, useRef } from 'react';
import styles from './framed-page.module.css';

type FramedPageProps = {
  title: string;
  caption?: string;
  /** An empty page without an origin, which reports when it is ready and shows the messages it receives. */
  src: string;
  html: string;
  /** Beside the caption. */
  actions?: ReactNode;
  /** In pixels, as far as there is room. */
  width?: number;
};

/** A page with untrusted content, such as an email: shown as written, in a sandboxed frame. */
export const FramedPage = ({ title, caption, src, html, actions, width }: FramedPageProps) => {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const show = () => frame.current?.contentWindow?.postMessage({ html }, '*');
    const answer = ({ source }: MessageEvent) => {
      if (source === frame.current?.contentWindow) show();
    };
    show();
    window.addEventListener('message', answer);
    return () => window.removeEventListener('message', answer);
  }, [html]);
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>
        <span dir="auto">{caption || title}</span>
        {actions}
      </figcaption>
      <iframe
        ref={frame}
        className={styles.frame}
        style={{ maxInlineSize: width }}
        title={title}
        src={src}
        sandbox="allow-scripts"
      />
    </figure>
  );
};
