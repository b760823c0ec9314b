/** The gate. */
export function Logo({ size = 22, label }: { size?: number; label?: string }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="var(--accent-11)"
      strokeWidth="2.2"
      strokeLinecap="round"
      strokeLinejoin="round"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <path d="M3 21V11a9 9 0 0 1 18 0v10" />
      <path d="M8.5 21v-9.5a3.5 3.5 0 0 1 7 0V21" />
      <path d="M2 21h20" />
    </svg>
  );
}
