import type { ReactNode } from 'react';
import styles from './illustration.module.css';

const person = (x: number, y: number) => (
  <>
    <circle cx={x} cy={y - 20} r="5" />
    <path d={`M${x - 8} ${y}v-3a8 8 0 0 1 16 0v3`} />
  </>
);

const arch = (x: number, width: number, height: number) => {
  const radius = width / 2;
  return (
    <path
      fill="var(--accent-3)"
      d={`M${x} 70V${70 - height + radius}a${radius} ${radius} 0 0 1 ${width} 0V70`}
    />
  );
};

/** Each area around the gate of the logo. */
const drawings = {
  applications: (
    <>
      <rect x="22" y="12" width="76" height="58" rx="6" />
      <path d="M22 25h76M30 18.500h.01M36.500 18.500h.01M43 18.500h.01" />
      {arch(50, 20, 30)}
    </>
  ),
  users: (
    <>
      {arch(42, 36, 52)}
      {person(60, 70)}
      <g stroke="var(--line-control)">
        {person(23, 70)}
        {person(97, 70)}
      </g>
    </>
  ),
  organizations: (
    <>
      <g stroke="var(--line-control)">
        <path d="M16 70V36h24v34M24 46h.01M32 46h.01M24 56h.01M32 56h.01M92 70V44h16v26M100 54h.01" />
      </g>
      <path d="M46 70V14h40v56M57 25h.01M66 25h.01M75 25h.01M57 35h.01M66 35h.01M75 35h.01" />
      {arch(58, 16, 24)}
    </>
  ),
  roles: (
    <>
      <path d="M54 20v-8h12v8" />
      <rect x="28" y="20" width="64" height="44" rx="6" fill="var(--accent-3)" />
      {person(46, 56)}
      <path d="M64 36h18M64 46h12" />
    </>
  ),
  apis: (
    <>
      <rect x="24" y="14" width="50" height="16" rx="4" />
      <rect x="24" y="34" width="50" height="16" rx="4" />
      <rect x="24" y="54" width="50" height="16" rx="4" />
      <path d="M33 22h.01M33 42h.01M33 62h.01M42 22h20M42 42h20M42 62h20" />
      <circle cx="92" cy="34" r="8" fill="var(--accent-3)" />
      <path d="M92 42v22M92 54h7M92 62h6" />
    </>
  ),
  connectors: (
    <>
      {arch(64, 34, 50)}
      <rect x="14" y="38" width="20" height="16" rx="5" />
      <path d="M34 42h6M34 50h6" />
      <path stroke="var(--line-control)" d="M14 46c-8 0-8 24 4 24" />
      <path d="M50 46h14M50 40v12" />
    </>
  ),
  enterprise: (
    <>
      <path d="M14 70V22h30v48M23 32h.01M35 32h.01M23 43h.01M35 43h.01M23 54h.01M35 54h.01" />
      <path strokeDasharray="1 5" d="M50 50h22" />
      <circle cx="61" cy="50" r="3" />
      {arch(76, 30, 44)}
    </>
  ),
  webhooks: (
    <>
      {arch(16, 30, 44)}
      <path d="M54 48h20M68 41l7 7-7 7" />
      <path stroke="var(--line-control)" d="M54 34h10M54 62h10" />
      <rect x="82" y="34" width="26" height="28" rx="5" />
      <path d="M90 48l4 4 7-8" />
    </>
  ),
  log: (
    <>
      <rect x="20" y="12" width="60" height="58" rx="6" />
      <path d="M31 26h.01M31 40h.01M31 54h.01M40 26h28M40 40h22M40 54h14" />
      <circle cx="84" cy="54" r="15" fill="var(--accent-3)" />
      <path d="M84 46v8l5 4" />
    </>
  ),
  permissions: (
    <>
      {arch(80, 28, 46)}
      <circle cx="28" cy="44" r="9" fill="var(--accent-3)" />
      <path d="M37 44h32M55 44v8M64 44v6" />
    </>
  ),
  changes: (
    <>
      <path stroke="var(--line-control)" d="M22 20h56M22 38h44M22 56h38" />
      <circle cx="60" cy="20" r="6" fill="var(--surface)" />
      <circle cx="34" cy="38" r="6" fill="var(--surface)" />
      <circle cx="46" cy="56" r="6" fill="var(--surface)" />
      <circle cx="90" cy="52" r="16" fill="var(--accent-3)" />
      <path d="M87 59h5a5.500 5.500 0 0 0 0-11h-9M86 44l-4 4 4 4" />
    </>
  ),
  jobs: (
    <>
      <rect x="24" y="14" width="50" height="14" rx="4" />
      <rect x="24" y="34" width="50" height="14" rx="4" />
      <path
        stroke="var(--line-control)"
        d="M28 54h42a4 4 0 0 1 4 4v6a4 4 0 0 1-4 4H28a4 4 0 0 1-4-4v-6a4 4 0 0 1 4-4z"
      />
      <path d="M31 21l3 3 5-6M31 41l3 3 5-6M46 21h18M46 41h12" />
      <circle cx="92" cy="54" r="13" fill="var(--accent-3)" />
      <path d="M89 48l8 6-8 6z" />
    </>
  ),
  streams: (
    <>
      {arch(14, 30, 44)}
      <path d="M50 40h26M50 50h26M50 60h26" strokeDasharray="1 6" />
      <ellipse cx="94" cy="34" rx="14" ry="6" fill="var(--accent-3)" />
      <path d="M80 34v28c0 3.500 6 6 14 6s14-2.500 14-6V34M80 48c0 3.500 6 6 14 6s14-2.500 14-6" />
    </>
  ),
  domains: (
    <>
      <circle cx="44" cy="40" r="24" />
      <path d="M20 40h48M44 16c-14 14-14 34 0 48M44 16c14 14 14 34 0 48" />
      {arch(76, 28, 40)}
    </>
  ),
  chart: (
    <>
      <path stroke="var(--line-control)" d="M18 14v56M18 30h92M18 50h92" />
      <path fill="var(--surface)" d="M28 70V58h10v12M46 70V46h10v24M64 70V36h10v34" />
      {arch(82, 22, 54)}
    </>
  ),
} satisfies Record<string, ReactNode>;

/** A line drawing for an area that has nothing yet. */
export const Illustration = ({ of: name }: { of: keyof typeof drawings }) => (
  <svg
    className={styles.drawing}
    viewBox="0 0 120 80"
    width={132}
    height={88}
    fill="none"
    stroke="var(--accent-11)"
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden
  >
    <path stroke="var(--line-control)" d="M6 70h108" />
    {drawings[name]}
  </svg>
);
