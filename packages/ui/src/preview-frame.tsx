import { type ReactNode, type Ref, startTransition, useEffect, useRef, useState } from 'react';
import styles from './preview-frame.module.css';

type PreviewFrameProps = {
  title: string;
  src: string;
  /** The size of the screen that is shown, in pixels; it is made smaller to fit. */
  width: number;
  height: number;
  /** Above the screen: what can be switched. */
  controls?: ReactNode;
  ref?: Ref<HTMLIFrameElement>;
};

/** A page as it looks on a screen of some size. What it may do is said by its own policy. */
export function PreviewFrame({ title, src, width, height, controls, ref }: PreviewFrameProps) {
  const place = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(0);
  useEffect(() => {
    // The page is a whole application: what is around it is painted first.
    const observer = new ResizeObserver(([entry]) =>
      startTransition(() => setRoom(entry?.contentRect.width ?? 0)),
    );
    if (place.current) observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  const scale = Math.min(1, room / width);
  return (
    <section className={styles.preview} aria-label={title}>
      {controls && <div className={styles.controls}>{controls}</div>}
      <div
        ref={place}
        className={styles.place}
        style={{ aspectRatio: `${width} / ${height}`, maxBlockSize: height }}
      >
        {room > 0 && (
          <iframe
            ref={ref}
            title={title}
            src={src}
            className={styles.frame}
            style={{
              inlineSize: width,
              blockSize: height,
              insetInlineStart: (room - width * scale) / 2,
              transform: `scale(${scale})`,
            }}
          />
        )}
      </div>
    </section>
  );
}
