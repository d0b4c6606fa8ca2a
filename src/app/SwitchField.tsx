interface Props {
  readonly label: string;
  readonly value: boolean;
  readonly help?: string;
  readonly onChange: (value: boolean) => void;
}

/** On or off. */
export function SwitchField({ label, value, help, onChange }: Props) {
  return (
    <label className="field switch" title={help}>
      <input
        type="checkbox"
        role="switch"
        aria-checked={value}
        checked={value}
        onChange={(event) => onChange(event.target.checked)}
      />
      {label}
    </label>
  );
}
