import { type PointerEvent, useState } from 'react';
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
};

/**
 * Numbers over time, on top of each other. The picture is for eyes; a table of the same numbers is for screen readers,
 * and its first number is never cut off by a scale that does not begin at zero.
 */
export function TimeChart({ caption, firstColumn, series, points, format, kind = 'bars' }: TimeChartProps) {
  const [hovered, setHovered] = useState<number>();
  const sumOf = ({ values }: ChartPoint) => series.reduce((sum, { id }) => sum + (values[id] ?? 0), 0);
  const top = roundUp(Math.max(...points.map(sumOf), 0));
  const ticks = [top, top / 2, 0];
  const point = hovered === undefined ? undefined : points[hovered];

  const follow = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const share = (event.clientX - box.left) / box.width;
    const isMirrored = getComputedStyle(event.currentTarget).direction === 'rtl';
    const index = Math.floor((isMirrored ? 1 - share : share) * points.length);
    setHovered(Math.min(Math.max(index, 0), points.length - 1));
  };

  return (
    <figure className={styles.chart}>
      {series.length > 1 && (
        <div className={styles.legend} aria-hidden>
          {series.map(({ id, label, tone }) => (
            <span key={id} className={styles.key} data-tone={tone}>
              {label}
            </span>
          ))}
        </div>
      )}
      <div className={styles.frame} aria-hidden>
        <div className={styles.scale}>
          {ticks.map(tick => (
            <span key={tick}>{format(tick)}</span>
          ))}
        </div>
        <div className={styles.plot} onPointerMove={follow} onPointerLeave={() => setHovered(undefined)}>
          {ticks.map(tick => (
            <span key={tick} className={styles.line} style={{ insetBlockEnd: `${(tick / top) * 100}%` }} />
          ))}
          {kind === 'bars' ? (
            <Bars points={points} series={series} top={top} hovered={hovered} />
          ) : (
            <Area caption={caption} values={points.map(sumOf)} top={top} />
          )}
          {point && hovered !== undefined && (
            <Hint
              point={point}
              series={series}
              format={format}
              side={hovered * 2 > points.length ? 'end' : 'start'}
              position={positionOf(hovered, points.length, kind)}
            />
          )}
        </div>
        <div className={styles.ends}>
          <span>{points[0]?.label}</span>
          <span>{points.at(-1)?.label}</span>
        </div>
      </div>
      <NumberTable
        caption={caption}
        firstColumn={firstColumn}
        series={series}
        points={points}
        format={format}
      />
    </figure>
  );
}

type BarsProps = Pick<TimeChartProps, 'points' | 'series'> & { top: number; hovered: number | undefined };

function Bars({ points, series, top, hovered }: BarsProps) {
  return (
    <div className={styles.bars}>
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
      <path className={styles.fill} d={`${outline(values, top)}L100,100L0,100Z`} />
      <path className={styles.stroke} d={outline(values, top)} />
    </svg>
  );
}

type HintProps = Pick<TimeChartProps, 'series' | 'format'> & {
  point: ChartPoint;
  side: 'start' | 'end';
  position: number;
};

function Hint({ point, series, format, side, position }: HintProps) {
  return (
    <div className={styles.hint} data-side={side} style={{ insetInlineStart: `${position}%` }}>
      <strong>{point.label}</strong>
      {series.map(({ id, label, tone }) => (
        <span key={id} className={styles.key} data-tone={tone}>
          {label}
          <b>{format(point.values[id] ?? 0)}</b>
        </span>
      ))}
    </div>
  );
}

/** The same numbers for screen readers. */
function NumberTable({ caption, firstColumn, series, points, format }: Omit<TimeChartProps, 'kind'>) {
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
          </tr>
        </thead>
        <tbody>
          {points.map(({ label, values }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {series.map(({ id }) => (
                <td key={id}>{format(values[id] ?? 0)}</td>
              ))}
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

const outline = (values: readonly number[], top: number) =>
  values
    .map((value, index) => {
      const x = positionOf(index, values.length, 'area');
      return `${index ? 'L' : 'M'}${x.toFixed(2)},${(100 - (value / top) * 100).toFixed(2)}`;
    })
    .join('');

const positionOf = (index: number, count: number, kind: 'bars' | 'area') =>
  kind === 'bars' ? ((index + 0.5) / count) * 100 : (index / Math.max(count - 1, 1)) * 100;
