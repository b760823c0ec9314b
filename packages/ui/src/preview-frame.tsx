import { type ReactNode, type Ref, startTransition, useEffect, useRef, useState } from 'react';
import styles from './preview-frame.module.css';

type PreviewFrameProps = {
  title: string;
  src: string;
  /** The width of the screen that is shown, in pixels. Sides without content are cut off. */
  width: number;
  /** The height in pixels. Without one, it fills the room that it has. */
  height?: number;
  /** Above the screen: what can be switched. */
  controls?: ReactNode;
  ref?: Ref<HTMLIFrameElement>;
};

/** The page has its content in a card in the middle, of this width with its margins. */
const cardWidth = 440;

/** A page in its real size, around its card. What it may do is said by its own policy. */
export function PreviewFrame({ title, src, width, height, controls, ref }: PreviewFrameProps) {
  const place = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState({ width: 0, height: 0 });
  useEffect(() => {
    // The page is a whole application: what is around it is painted first.
    const observer = new ResizeObserver(([entry]) => {
      if (!entry) return;
      const { width: inline, height: block } = entry.contentRect;
      startTransition(() => setRoom({ width: inline, height: block }));
    });
    if (place.current) observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  // Smaller only where the card would not fit.
  const scale = Math.min(1, room.width / Math.min(width, cardWidth));
  return (
    <section className={styles.preview} aria-label={title} data-filling={height === undefined || undefined}>
      {controls && <div className={styles.controls}>{controls}</div>}
      <div ref={place} className={styles.place} style={{ blockSize: height }}>
        {room.width > 0 && (
          <iframe
            ref={ref}
            title={title}
            src={src}
            className={styles.frame}
            style={{
              inlineSize: width,
              blockSize: room.height / scale,
              insetInlineStart: (room.width - width * scale) / 2,
              transform: `scale(${scale})`,
            }}
          />
        )}
      </div>
    </section>
  );
}
