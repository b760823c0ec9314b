import { type KeyboardEvent, type MouseEvent, useState } from 'react';
import styles from './time-chart.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

export type ChartSeries = { id: string; label: string; tone: 'accent' | 'soft' | 'warning' | 'danger' };
export type ChartPoint = { label: string; values: Readonly<Record<string, number>> };

type TimeChartProps = {
  caption: string;
  /** The table heading for the labels of the points. */
  firstColumn: string;
  series: readonly ChartSeries[];
  points: readonly ChartPoint[];
  format: (value: number) => string;
  kind?: 'bars' | 'area';
  /** The sums of the same number of points before, as a dashed line. */
  previous?: { label: string; values: readonly number[] };
  /** A press on a point opens it; the arrow keys move between points. */
  opening?: { label: (point: ChartPoint) => string; open: (index: number) => void };
};

/**
 * Numbers over time, on top of each other. The picture is for eyes; a table of the same numbers is for screen readers,
 * and its first number is never cut off by a scale that does not begin at zero.
 */
export function TimeChart(props: TimeChartProps) {
  const { caption, series, points, format, kind = 'bars', previous, opening } = props;
  const [hovered, setHovered] = useState<number>();
  const sumOf = ({ values }: ChartPoint) => series.reduce((sum, { id }) => sum + (values[id] ?? 0), 0);
  const top = roundUp(Math.max(...points.map(sumOf), ...(previous?.values ?? []), 0));
  const ticks = [top, top / 2, 0];
  const point = hovered === undefined ? undefined : points[hovered];

  const indexAt = (event: MouseEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const share = (event.clientX - box.left) / box.width;
    const isMirrored = getComputedStyle(event.currentTarget).direction === 'rtl';
    const index = Math.floor((isMirrored ? 1 - share : share) * points.length);
    return Math.min(Math.max(index, 0), points.length - 1);
  };

  return (
    <figure className={styles.chart}>
      {(series.length > 1 || previous) && <Legend series={series} previous={previous} />}
      <div className={styles.frame}>
        <div className={styles.scale} aria-hidden>
          {ticks.map(tick => (
            <span key={tick}>{format(tick)}</span>
          ))}
        </div>
        <div
          className={styles.plot}
          aria-hidden={opening ? undefined : true}
          onPointerMove={event => setHovered(indexAt(event))}
          onPointerLeave={() => setHovered(undefined)}
        >
          {ticks.map(tick => (
            <span key={tick} className={styles.line} style={{ insetBlockEnd: `${(tick / top) * 100}%` }} />
          ))}
          {kind === 'bars' ? (
            <Bars points={points} series={series} top={top} hovered={hovered} />
          ) : (
            <Area caption={caption} values={points.map(sumOf)} top={top} />
          )}
          {previous && (
            <svg className={styles.area} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
              <path className={styles.dashed} d={outline(previous.values, top, kind)} />
            </svg>
          )}
          {opening && points.length > 0 && <Opener {...{ points, opening, hovered, setHovered, indexAt }} />}
          {point && hovered !== undefined && (
            <Hint
              point={point}
              series={series}
              format={format}
              before={previous && { label: previous.label, value: previous.values[hovered] ?? 0 }}
              side={hovered * 2 > points.length ? 'end' : 'start'}
              position={positionOf(hovered, points.length, kind)}
            />
          )}
        </div>
        <div className={styles.ticks} aria-hidden>
          {tickedOf(points.length).map(index => (
            <span key={index} style={{ insetInlineStart: `${positionOf(index, points.length, kind)}%` }}>
              {points[index]?.label}
            </span>
          ))}
        </div>
      </div>
      <NumberTable {...props} />
    </figure>
  );
}

function Legend({ series, previous }: Pick<TimeChartProps, 'series' | 'previous'>) {
  return (
    <div className={styles.legend} aria-hidden>
      {series.map(({ id, label, tone }) => (
        <span key={id} className={styles.key} data-tone={tone}>
          {label}
        </span>
      ))}
      {previous && (
        <span className={styles.key} data-dashed>
          {previous.label}
        </span>
      )}
    </div>
  );
}

type OpenerProps = Pick<TimeChartProps, 'points'> & {
  opening: NonNullable<TimeChartProps['opening']>;
  hovered: number | undefined;
  setHovered: (index: number | undefined) => void;
  indexAt: (event: MouseEvent<HTMLElement>) => number;
};

/** One tab stop for all points. A press by mouse opens the point below it, Enter the one chosen by the arrow keys. */
function Opener({ points, opening, hovered, setHovered, indexAt }: OpenerProps) {
  const last = points.length - 1;
  const index = hovered ?? last;
  const move = (event: KeyboardEvent<HTMLButtonElement>) => {
    const isMirrored = getComputedStyle(event.currentTarget).direction === 'rtl';
    const steps: Record<string, number> = { ArrowLeft: isMirrored ? 1 : -1, ArrowRight: isMirrored ? -1 : 1 };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    setHovered(Math.min(Math.max(index + step, 0), last));
  };
  const point = points[index];
  return (
    <button
      type="button"
      className={styles.opener}
      aria-label={point && opening.label(point)}
      onKeyDown={move}
      onBlur={() => setHovered(undefined)}
      onClick={event => opening.open(event.detail > 0 ? indexAt(event) : index)}
    />
  );
}

type BarsProps = Pick<TimeChartProps, 'points' | 'series'> & { top: number; hovered: number | undefined };

function Bars({ points, series, top, hovered }: BarsProps) {
  return (
    <div className={styles.bars} aria-hidden>
      {points.map((each, index) => (
        <div key={each.label} className={styles.bar} data-hovered={index === hovered || undefined}>
          {series.map(({ id, tone }) => (
            <span
              key={id}
              data-tone={tone}
              style={{ blockSize: `${((each.values[id] ?? 0) / top) * 100}%` }}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

function Area({ caption, values, top }: { caption: string; values: readonly number[]; top: number }) {
  return (
    <svg className={styles.area} viewBox="0 0 100 100" preserveAspectRatio="none">
      <title>{caption}</title>
      <path className={styles.fill} d={`${outline(values, top, 'area')}L100,100L0,100Z`} />
      <path className={styles.stroke} d={outline(values, top, 'area')} />
    </svg>
  );
}

type HintProps = Pick<TimeChartProps, 'series' | 'format'> & {
  point: ChartPoint;
  before: { label: string; value: number } | undefined;
  side: 'start' | 'end';
  position: number;
};

function Hint({ point, series, format, before, side, position }: HintProps) {
  return (
    <div className={styles.hint} aria-hidden data-side={side} style={{ insetInlineStart: `${position}%` }}>
      <strong>{point.label}</strong>
      {series.map(({ id, label, tone }) => (
        <span key={id} className={styles.key} data-tone={tone}>
          {label}
          <b>{format(point.values[id] ?? 0)}</b>
        </span>
      ))}
      {before && (
        <span className={styles.key} data-dashed>
          {before.label}
          <b>{format(before.value)}</b>
        </span>
      )}
    </div>
  );
}

/** The same numbers for screen readers. */
function NumberTable({ caption, firstColumn, series, points, format, previous }: TimeChartProps) {
  return (
    <VisuallyHidden render="div">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{firstColumn}</th>
            {series.map(({ id, label }) => (
              <th key={id} scope="col">
                {label}
              </th>
            ))}
            {previous && <th scope="col">{previous.label}</th>}
          </tr>
        </thead>
        <tbody>
          {points.map(({ label, values }, index) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {series.map(({ id }) => (
                <td key={id}>{format(values[id] ?? 0)}</td>
              ))}
              {previous && <td>{format(previous.values[index] ?? 0)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </VisuallyHidden>
  );
}

/** The next even number that reads well at the top of a scale: 8, 20, 60, 1000. */
const roundUp = (value: number) => {
  if (value <= 4) return 4;
  const step = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 4, 6, 8, 10].map(factor => factor * step).find(tick => tick >= value) ?? value;
};

const outline = (values: readonly number[], top: number, kind: 'bars' | 'area') =>
  values
    .map((value, index) => {
      const x = positionOf(index, values.length, kind);
      return `${index ? 'L' : 'M'}${x.toFixed(2)},${(100 - (value / top) * 100).toFixed(2)}`;
    })
    .join('');

const mostTicks = 5;

/** A label each week, counted from the last point. Long ranges have one every few weeks, short ones every few days. */
const tickedOf = (count: number) => {
  const step = count > 10 ? 7 * Math.ceil(count / (7 * mostTicks)) : Math.ceil(count / mostTicks);
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => count - 1 - index * step).reverse();
};

const positionOf = (index: number, count: number, kind: 'bars' | 'area') =>
  kind === 'bars' ? ((index + 0.5) / count) * 100 : (index / Math.max(count - 1, 1)) * 100;
