import { useEffect, useId, useState } from 'react';
import { LIMITS } from '../scenario/schema.ts';

interface Props {
  readonly label: string;
  readonly value: number;
  /** Shown behind the number: the value is in it. */
  readonly unit?: 'ms' | '';
  readonly min?: number;
  readonly max?: number;
  readonly help?: string | undefined;
  readonly onChange: (value: number) => void;
}

/** A number with its unit. What is out of range is refused where it is typed, with the range; the last good value stays in force. */
export function NumberField({ label, value, unit = 'ms', min = 0, max = LIMITS.time, help, onChange }: Props) {
  const [text, setText] = useState(String(value));
  const id = useId();
  useEffect(() => setText(String(value)), [value]);

  const typed = Number(text);
  const good = text.trim() !== '' && Number.isInteger(typed) && typed >= min && typed <= max;
  const range = `A whole number from ${min.toLocaleString('en')} to ${max.toLocaleString('en')}${unit ? ` ${unit}` : ''}`;
  return (
    <span className="field number" title={help}>
      <label htmlFor={id}>{label}</label>
      <span className="box" data-bad={!good || undefined}>
        <input
          id={id}
          inputMode="numeric"
          value={text}
          size={Math.max(4, text.length)}
          aria-invalid={!good}
          aria-describedby={good ? undefined : `${id}-range`}
          onChange={(event) => {
            setText(event.target.value);
            const next = Number(event.target.value);
            if (event.target.value.trim() !== '' && Number.isInteger(next) && next >= min && next <= max && next !== value) onChange(next);
          }}
          onKeyDown={(event) => {
            const step = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
            if (step === 0 || !good) return;
            event.preventDefault();
            const size = unit ? (event.shiftKey ? 1000 : 100) : 1;
            const next = Math.min(max, Math.max(min, typed + step * size));
            if (next !== value) onChange(next);
          }}
          onBlur={() => setText(String(value))}
        />
        {unit && <span className="unit">{unit}</span>}
      </span>
      {!good && (
        <span className="range" id={`${id}-range`} role="alert">
          {range}
        </span>
      )}
    </span>
  );
}
