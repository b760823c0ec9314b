import styles from './flow-strip.module.css';

type FlowStripProps<Value extends string> = {
  label: string;
  /** The step that is shown; another value if none of these is. */
  value: string;
  onChange: (value: Value) => void;
  steps: readonly { value: Value; label: string }[];
};

/** The steps of a flow in their order, one of which is shown. */
export const FlowStrip = <Value extends string>({ label, value, onChange, steps }: FlowStripProps<Value>) => (
  <nav className={styles.strip} aria-label={label}>
    {steps.map(step => (
      <button
        key={step.value}
        type="button"
        className={styles.step}
        aria-current={step.value === value ? 'step' : undefined}
        onClick={() => onChange(step.value)}
      >
        {step.label}
      </button>
    ))}
  </nav>
);
