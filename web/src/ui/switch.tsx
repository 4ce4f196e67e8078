type Props = {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  children?: string;
  disabled?: boolean;
};

export function Switch({ label, checked, onChange, children, disabled }: Props) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      aria-label={label}
      disabled={disabled}
      onClick={() => onChange(!checked)}
      className="pressable group inline-flex min-h-12 items-center gap-2 rounded-button text-left font-bold disabled:opacity-55"
    >
      <span className="bg-control group-aria-checked:bg-primary relative h-7 w-12 shrink-0 rounded-full transition-colors">
        <span className="absolute top-1 left-1 size-5 rounded-full bg-white transition-transform group-aria-checked:[translate:20px]" />
      </span>
      {children}
    </button>
  );
}
