import { useId } from 'react';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string; readonly help?: string | undefined }[];
  readonly help?: string | undefined;
  readonly onChange: (value: string) => void;
}

/** One of a few values, by name. */
export function SelectField({ label, value, options, help, onChange }: Props) {
  const id = useId();
  return (
    <span className="field" title={help ?? options.find((option) => option.value === value)?.help}>
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value} title={option.help}>
            {option.label}
          </option>
        ))}
      </select>
    </span>
  );
}
