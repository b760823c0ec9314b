import { type CSSProperties, type KeyboardEvent, useId } from 'react';
import { avatarColorOf } from './avatar.tsx';
import styles from './time-scrubber.module.css';
import { Tooltip } from './tooltip.tsx';

type Mark = {
  id: string;
  /** Epoch milliseconds, as everywhere here. */
  at: number;
  /** Of the person who did it. It decides the color. */
  name: string;
  label: string;
};

type TimeScrubberProps = {
  label: string;
  from: number;
  to: number;
  value: number;
  /** The value in words. */
  valueText: string;
  onChange: (value: number) => void;
  /** Oldest first. The arrow keys move from one to the next. */
  marks: readonly Mark[];
  /** Something else that happened, as bars behind the line; sizes are compared with the largest. */
  bars?: { label: string; values: readonly { at: number; size: number }[] };
  /** At the ends of the line. */
  ends: { from: string; to: string };
  /** Its marks are not there yet. */
  isLoading?: boolean;
};

const minute = 60_000;

/** A moment on a line of time, with dots for what was done. */
export function TimeScrubber({ label, from, to, value, valueText, onChange, ...props }: TimeScrubberProps) {
  const { marks, bars, ends, isLoading } = props;
  const barsId = useId();
  const placeOf = (at: number) => Math.min(Math.max((at - from) / (to - from), 0), 1);
  const stops = [from, ...marks.map(({ at }) => at), to];

  const step = (event: KeyboardEvent<HTMLElement>) => {
    const isMirrored = getComputedStyle(event.currentTarget).direction === 'rtl';
    const isBack = ['ArrowDown', isMirrored ? 'ArrowRight' : 'ArrowLeft'].includes(event.key);
    const isOn = ['ArrowUp', isMirrored ? 'ArrowLeft' : 'ArrowRight'].includes(event.key);
    if (!isBack && !isOn) return;
    event.preventDefault();
    const next = isBack ? stops.findLast(stop => stop < value) : stops.find(stop => stop > value);
    onChange(next ?? (isBack ? from : to));
  };

  return (
    <div className={styles.scrubber}>
      <div className={styles.track} style={{ '--place': placeOf(value) } as CSSProperties}>
        {bars && <Bars {...bars} id={barsId} placeOf={placeOf} />}
        <input
          type="range"
          className={styles.input}
          aria-label={label}
          aria-valuetext={valueText}
          aria-describedby={bars && barsId}
          min={from}
          max={to}
          disabled={isLoading}
          step={minute}
          value={value}
          onChange={({ currentTarget }) => onChange(nearest(stops, Number(currentTarget.value), to - from))}
          onKeyDown={step}
        />
        {marks.map(({ id, at, name, label: words }) => (
          <Tooltip key={id} content={words}>
            <button
              type="button"
              // The arrow keys of the line reach it.
              tabIndex={-1}
              className={styles.mark}
              aria-label={words}
              data-ahead={at > value || undefined}
              style={{ '--at': placeOf(at), '--color': avatarColorOf(name) } as CSSProperties}
              onClick={() => onChange(at)}
            />
          </Tooltip>
        ))}
      </div>
      <div className={styles.ends} aria-hidden>
        <span>{ends.from}</span>
        {bars && <span className={styles.legend}>{bars.label}</span>}
        <span>{ends.to}</span>
      </div>
    </div>
  );
}

type BarsProps = NonNullable<TimeScrubberProps['bars']> & { id: string; placeOf: (at: number) => number };

function Bars({ id, label, values, placeOf }: BarsProps) {
  const largest = Math.max(...values.map(({ size }) => size), 1);
  return (
    <div id={id} role="img" aria-label={label} className={styles.bars}>
      {values.map(({ at, size }) => (
        <span
          key={at}
          style={{ '--at': placeOf(at), blockSize: `${(size / largest) * 100}%` } as CSSProperties}
        />
      ))}
    </div>
  );
}

/** The pointer catches on a stop within a hundredth of the line. */
const nearest = (stops: readonly number[], value: number, length: number) =>
  stops.find(stop => Math.abs(stop - value) < length / 100) ?? value;
